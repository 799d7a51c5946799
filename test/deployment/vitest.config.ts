import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The deployment of the templates on an engine that is not of this project. It needs Python, and installs the engine.
 * `npm run test:tools` runs it.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/deployment/**/*.test.ts'],
    // Its files install the engine and the clients in the same folder, and a deployment uses all processors.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 1_800_000,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
  },
});
