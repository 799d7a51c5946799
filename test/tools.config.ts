import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The tests that need more than Node: the checks of the API description and the deployment on an engine, which install
 * what they need, the Go SDK, what a browser shows of emails, and the last release on the state of this one, which
 * needs the history of the repository. `npm run test:tools` runs them, and so does `.ci/run` after `npm test`.
 */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    projects: [
      'test/description/vitest.config.ts',
      'test/deployment/vitest.config.ts',
      'test/compatibility/vitest.config.ts',
      'test/rendering/vitest.config.ts',
      'test/sdk-typescript/vitest.config.ts',
      'test/sdk-python/vitest.config.ts',
      'test/webhooks/vitest.config.ts',
      'test/sdk-go/vitest.config.ts',
    ],
    pool: 'forks',
    maxWorkers: 2,
    teardownTimeout: 20_000,
  },
});
