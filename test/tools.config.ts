import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The tests that need more than Node, and install what they need: the checks of the API description, and the deployment
 * on an engine. `npm run test:tools` runs them, and so does `.ci/run` after `npm test`.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    projects: ['test/description/vitest.config.ts', 'test/deployment/vitest.config.ts'],
    pool: 'forks',
    maxWorkers: 2,
    teardownTimeout: 20_000,
  },
});
