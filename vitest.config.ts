import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const ON_THE_STACK = ['test/contract/**/*.test.ts', 'test/flow/**/*.test.ts'];

/**
 * All tests. Three workers, each a separate process, for two cores: a file of test/data or test/flow starts an engine
 * or a whole stack, and its worker waits for that most of the time. The tests over HTTP share one stack, which is
 * started only when one of them runs.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_SERVICE_NAME: 'test', POWERTOOLS_METRICS_NAMESPACE: 'test' },
    projects: [
      {
        extends: true,
        test: { name: 'parts', include: ['test/**/*.test.ts'], exclude: [...ON_THE_STACK, 'test/description/**'] },
      },
      {
        extends: true,
        test: {
          name: 'stack',
          include: ON_THE_STACK,
          globalSetup: ['test/support/shared-stack.ts'],
          testTimeout: 120_000,
          hookTimeout: 150_000,
        },
      },
    ],
  },
});
