import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The last release and this code on one state. It needs the history of the repository and takes more than a minute.
 * `npm run test:tools` runs it.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/compatibility/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  },
});
