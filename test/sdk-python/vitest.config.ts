import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The Python SDK: its own tests, its package, its type checkers, and what it promises about a hostile network and
 * processes that are killed. It needs Python 3.11 or later, and installs the rest; what needs Python 3.10, the oldest
 * that the SDK supports, is left out where the machine has none. `npm run test:tools` runs it.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/sdk-python/**/*.test.ts'],
    globalSetup: ['test/sdk-python/support/setup.ts'],
    // One of its files compares processor times.
    fileParallelism: false,
    testTimeout: 580_000,
    hookTimeout: 580_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  },
});
