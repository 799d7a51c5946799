import { randomInt } from 'node:crypto';
import { startVitest } from 'vitest/node';
import { FULL_SIZE_VARIABLE } from '#testing/full-size.ts';
import { useMemoryForTemporaryFiles } from '#testing/memory-folder.ts';
import { testTimesRecorder } from '#testing/test-times.ts';
import { readTestArguments, type TestArguments } from './test-run/arguments.ts';
import { runChecks } from './test-run/checks.ts';
import { seededFiles } from './test-run/seeded-files.ts';
import { Tally } from './test-run/tally.ts';

/**
 * Runs the tests and ends the output with the runner's own count, in one plain line that programs can read. Arguments
 * are filters by file name and flags of Vitest: `npm test -- test/unit -t webhook`. The scripts of
 * `package.json` add:
 * - `--checks`: first checks types, lint and synthesis, unless there are other arguments;
 * - `--adversarial`: the tests that attack the service, which a run without filters leaves out;
 * - `--random`: the tests with generated input, with a new seed;
 * - `--tools`: the tests that need more than Node;
 * - `--watch`: runs again what a change affects;
 * - `--full-size`: the guarantees of the SDKs with all the emails, events and tasks that were promised;
 * - `--record-times`: stores how long each file took; the next runs begin with the longest.
 */
const USAGE = `npm test [-- <file>… [options of Vitest]]

Without arguments: types, lint, synthesis, and every test that Node alone can run, but for the adversarial ones.
With the name of a file, or a part of it: these files at once. -t <text> runs the tests with the text in their title.

  npm run test:watch -- <file>…     runs again what a change affects
  npm run test:adversarial          the tests that attack the service
  npm run test:random               the tests with generated input, with a new seed
  npm run test:tools                the tests that need Python, Go or a browser

The last two take --full-size: what the SDKs promise, with all the emails, events and tasks.`;

const { selection, withChecks, watch, recordTimes, fullSize, filters, runner } = argumentsOrExit();

if (withChecks && !(await runChecks())) process.exit(1);

if (fullSize) process.env[FULL_SIZE_VARIABLE] = '1';

if (selection === 'random') {
  process.env.AID_SEED ??= String(randomInt(2 ** 31 - 1));
  console.log(`seed ${process.env.AID_SEED}`);
}

/** Files that are named run whatever their project is. */
const files = selection === 'random' && filters.length === 0 ? seededFiles() : [...filters];
const projects: Partial<Record<typeof selection, string[]>> = {
  usual: ['!adversarial*'],
  adversarial: ['adversarial*'],
};

useMemoryForTemporaryFiles();
const tally = new Tally();
const vitest = await startVitest('test', files, {
  ...runner,
  config: selection === 'tools' ? 'test/tools.config.ts' : 'vitest.config.ts',
  project: runner.project ?? (files.length === 0 ? projects[selection] : undefined),
  run: !watch,
  watch,
  reporters: ['default', tally, ...(recordTimes ? [testTimesRecorder] : [])],
});

if (!watch) {
  await vitest.close();
  const nothingRan = tally.passed + tally.failed === 0;
  if (nothingRan) console.error('no test ran');
  process.exitCode = tally.failed > 0 || nothingRan ? 1 : 0;
  if (selection === 'usual' && files.length === 0) sayWhatIsLeftOut();
  if (selection === 'random' && tally.failed > 0) sayHowToRepeat();
  console.log(String(tally));
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

function sayWhatIsLeftOut(): void {
  console.log(
    'not run here, because they take long: growth, mail bombs, hostile and real mail, hidden instructions, limits of ' +
      'strangers, a hostile network, faults with their alarms, and kill -9; `npm run test:adversarial` runs them',
  );
  console.log(
    'not run here, because they need more than Node: Redocly, Spectral, schemathesis, openapi-typescript, hey-api, ' +
      'openapi-python-client, datamodel-code-generator, oapi-codegen and oasdiff, the libraries of Standard Webhooks for Python ' +
      'and Go, the SDKs for Python and Go, the package of the one for TypeScript, agent frameworks, the ' +
      'clients for Python and the inspector as clients of the MCP server, the deployment on an engine, what Chromium shows of emails, the console in Chromium, and the last release on the state of this one; `npm run test:tools` runs them',
  );
}

function sayHowToRepeat(): void {
  const { AID_SEED: seed } = process.env;
  console.log(`failed with the seed ${seed}; to repeat it: AID_SEED=${seed} npm test -- <file>`);
}
