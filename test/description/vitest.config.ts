import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The checks of the API description that need more than Node: linters, client generators and schemathesis. `npm run
 * test:tools` runs them, and so does `.ci/run` after `npm test`. They install their tools.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/description/**/*.test.ts'],
    globalSetup: ['test/description/support/setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 3_600_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  },
});
