import { startVitest } from 'vitest/node';
import { useMemoryForTemporaryFiles } from '#testing/memory-folder.ts';
import { TEST_SIZE_VARIABLE, type TestSize } from '#testing/test-size.ts';
import { filesOfRun, type Tier } from '#testing/test-tiers.ts';
import { RECORD_TIMES_VARIABLE, testTimesRecorder } from '#testing/test-times.ts';
import { readTestArguments, type TestArguments } from './test-run/arguments.ts';
import { changedTests } from './test-run/changed-tests.ts';
import { runChecks } from './test-run/checks.ts';
import { Tally } from './test-run/tally.ts';

/**
 * Runs the tests and ends the output with the runner's own count, in one plain line that programs can read. Arguments
 * are filters by file name and flags of Vitest: `npm test -- test/unit -t webhook`. The scripts of
 * `package.json` add:
 * - `--tier=quick`, `--tier=merge` or `--tier=release`: which tests run, unless there are other arguments;
 * - `--changed`: the tests that a change can affect, since the commit that follows;
 * - `--watch`: runs again what a change affects;
 * - `--record-times`: stores how long each file took, which decides its tier. The files run one after the other.
 *
 * See: docs/tests.md#three-tiers.
 */
const USAGE = `npm test [-- <file>… [options of Vitest]]

Without arguments: types, lint, synthesis, and the quick tests.
With the name of a file, or a part of it: these files. -t <text> runs the tests with the text in their title.

  npm run test:changed -- <commit>  the tests that the changes since a commit can affect; without one, uncommitted changes
  npm run test:watch -- <file>…     runs again what a change affects
  npm run test:merge                what .ci/run adds to npm test; some of it needs Python, Go or a browser
  npm run test:release              every test at full size, with new random input`;

/** How much the tests of each tier try. */
const SIZES: Readonly<Record<Tier, TestSize>> = { quick: 'quick', merge: 'usual', release: 'full' };

const { tier, changedSince, watch, recordTimes, filters, runner } = argumentsOrExit();

// The time at the quick size decides the tier of a file.
const isQuick = recordTimes || changedSince !== undefined;
process.env[TEST_SIZE_VARIABLE] ??= tier !== undefined ? SIZES[tier] : isQuick ? 'quick' : 'usual';

if (recordTimes) process.env[RECORD_TIMES_VARIABLE] = 'true';

const runs = runsOf();
if (runs.length === 0) {
  console.log(`no test depends on what has changed since ${changedSince}\n0 passed, 0 failed`);
  process.exit(0);
}

useMemoryForTemporaryFiles();
// One check at a time, because the tests keep the processors busy meanwhile.
const checks = tier === 'quick' ? runChecks(1) : Promise.resolve([]);
const tally = new Tally();
for (const { files, options } of runs) {
  const vitest = await startVitest('test', [...files], {
    ...options,
    run: !watch,
    watch,
    reporters: ['default', tally, ...(recordTimes ? [testTimesRecorder] : [])],
  });
  if (!watch) await vitest.close();
}

if (!watch) {
  const failedChecks = await checks;
  const nothingRan = tally.passed + tally.failed === 0;
  if (nothingRan) console.error('no test ran');
  if (failedChecks.length > 0) console.error(`failed checks: ${failedChecks.join(', ')}`);
  process.exitCode = tally.failed > 0 || nothingRan || failedChecks.length > 0 ? 1 : 0;
  if (tier === 'quick') console.log('Other tests run before a merge (.ci/run) and a release (npm run test:release).');
  console.log(String(tally));
}

interface Run {
  readonly files: readonly string[];
  readonly options: TestArguments['runner'];
}

/** One run of Vitest, or two after a change of operations: the second has only the cases with their names. */
function runsOf(): Run[] {
  if (changedSince === undefined) return [{ files: tier === undefined ? filters : filesOfRun(tier), options: runner }];
  const { files, contract, operations } = changedTests(changedSince);
  const named = { ...runner, testNamePattern: `\\b(?:${operations.join('|')})\\b` };
  return [
    { files, options: runner },
    { files: contract, options: named },
  ].filter((run) => run.files.length > 0);
}

function argumentsOrExit(): TestArguments {
  if (process.argv.includes('--help')) {
    console.log(USAGE);
    process.exit(0);
  }
  try {
    return readTestArguments(process.argv.slice(2));
  } catch (error) {
    console.error(`test: ${(error as Error).message}`);
    process.exit(2);
  }
}
