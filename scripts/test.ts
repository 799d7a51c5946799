import type { Reporter, TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { useMemoryForTemporaryFiles } from '../test/support/memory-folder.ts';
import { testTimesRecorder } from '../test/support/test-times.ts';

/**
 * Runs the tests and ends the output with the runner's own count, in one plain line that programs can read. Arguments
 * are filters by file name: `node scripts/test.ts test/unit`. With `--tools` it runs the tests that need more than Node
 * instead. With `--record-times` the run also stores how long each file took; the next runs
 * begin with the longest.
 */
const tally = { passed: 0, failed: 0, skipped: 0 };

/** A file that fails before its tests are known, or an error that no test caught, is a failure as well. */
function count(module: TestModule): void {
  let failedTests = 0;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') tally.passed += 1;
    else if (state === 'skipped') tally.skipped += 1;
    else failedTests += 1;
  }
  const broken = failedTests === 0 && module.state() !== 'passed' && module.state() !== 'skipped';
  tally.failed += failedTests + (broken ? 1 : 0);
}

const counter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    modules.forEach(count);
    tally.failed += unhandledErrors.length;
  },
};

const args = process.argv.slice(2);
const withTools = args.includes('--tools');
const recorders = args.includes('--record-times') ? [testTimesRecorder] : [];
const filters = args.filter((argument) => !['--tools', '--record-times'].includes(argument));

useMemoryForTemporaryFiles();
const vitest = await startVitest('test', filters, {
  config: withTools ? 'test/tools.config.ts' : 'vitest.config.ts',
  run: true,
  watch: false,
  reporters: ['default', counter, ...recorders],
});
await vitest.close();

const { passed, failed, skipped } = tally;
const nothingRan = passed + failed === 0;
if (nothingRan) console.error('no test ran');
process.exitCode = failed > 0 || nothingRan ? 1 : 0;
if (!withTools && filters.length === 0) {
  console.log(
    'not run here, because they need more than Node: Redocly, Spectral, schemathesis, openapi-typescript, hey-api, ' +
      'openapi-python-client, datamodel-code-generator and oapi-codegen, the deployment on an engine, and the last release on the state of ' +
      'this one; `npm run test:tools` runs them',
  );
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
