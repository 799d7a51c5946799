/**
 * Changes the code in many small ways, one at a time, and runs the tests that reach the change: a change that no test
 * notices survives. See: docs/tests.md#mutation-tests.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  // Stryker would rewrite the file with the API of TypeScript, which version 7 does not have. Vitest needs none.
  tsconfigFile: 'none.json',
  coverageAnalysis: 'perTest',
  // What runs when a module loads belongs to no test, so it would take a run of all tests for each mutant.
  ignoreStatic: true,
  /** The rules of the log, deliveries, permissions and the vault. */
  mutate: [
    'shared/domain/{access-rule,api-key,delivery,delivery-limits,delivery-slots,events,log-order}.ts',
    'shared/domain/{request-scope,retry-schedule,signature,time-gaps,webhook-body}.ts',
    'shared/domain/a2a/access.ts',
    'shared/domain/vault/*.ts',
  ],
  ignorePatterns: ['.build', '.local', 'cdk.out', 'docs/pictures'],
  tempDirName: '.build/mutation/sandbox',
  incremental: true,
  incrementalFile: '.build/mutation/incremental.json',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  concurrency: 2,
};
