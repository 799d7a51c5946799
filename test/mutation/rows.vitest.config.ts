import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from '../support/test-settings.ts';

/**
 * The tests that must notice the mutants: those of the log, the commit, deliveries and the vault, of which each reads
 * and writes the rows of an engine.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    ...TEST_SETTINGS,
    include: [
      'test/data/{bounded-lists,deliveries,delivery-*,event-clock,event-list,fan-out,idempotency,log-gaps}.test.ts',
      'test/data/{lost-responses,malformed-rows,outbox,put-off-attempts,replays,unit-of-work,wait}.test.ts',
      'test/data/{vault-*,waiting-deliveries}.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
