/**
 * What both mutation runs have in common. A run changes the code in many small ways, one at a time, and runs the tests
 * that reach the change: a change that no test notices survives. See: docs/tests.md#mutation-tests.
 *
 * @param {'rules' | 'rows'} name
 * @returns {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export const mutationRun = (name) => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: `test/mutation/${name}.vitest.config.ts`, related: false },
  // Stryker would rewrite the file with the API of TypeScript, which version 7 does not have. Vitest needs none.
  tsconfigFile: 'none.json',
  coverageAnalysis: 'perTest',
  // What runs when a module loads belongs to no test, so it would take a run of all tests for each mutant.
  ignoreStatic: true,
  ignorePatterns: ['.build', '.local', 'cdk.out', 'docs/pictures'],
  tempDirName: `.build/mutation/${name}-sandbox`,
  incremental: true,
  incrementalFile: `.build/mutation/${name}.json`,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  concurrency: 2,
});
