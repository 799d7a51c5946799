import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from '../support/test-settings.ts';

/**
 * The tests that must notice the mutants: those of the log, the commit, deliveries and the vault. They read and write
 * the rows of an engine, or get outcomes of transactions that no engine produces on demand.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    ...TEST_SETTINGS,
    include: [
      'test/data/{bounded-lists,commit-outcomes,content-uploads,deliveries,delivery-*,event-clock}.test.ts',
      'test/data/{event-list,failures,fan-out,idempotency,log-gaps,stored-content}.test.ts',
      'test/data/{lost-responses,malformed-rows,outbox,put-off-attempts,replays,unit-of-work,wait}.test.ts',
      'test/data/{vault-*,waiting-deliveries}.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
