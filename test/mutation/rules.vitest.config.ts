import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from '../support/test-settings.ts';

/**
 * The tests that must notice the mutants: those of rules, which need no engine, so that thousands of runs are quick.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    ...TEST_SETTINGS,
    // Only a hang reaches it: Stryker ends a change that takes too long.
    testTimeout: 60_000,
    include: [
      'test/unit/{a2a-access,api-key,delivery,delivery-slots,events,failing-period,log-order,request-scope}.test.ts',
      'test/unit/{retry-schedule,secret-hosts,signature,time-gaps,vault-leases,vault-proof,webhook-body}.test.ts',
    ],
  },
});
