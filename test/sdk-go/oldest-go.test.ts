import { beforeAll, expect, test } from 'vitest';
import { OLDEST_GO } from '#testing/scripted-service/runtimes.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { GO_SDK, MEASURED, sentenceOf, testsOfGo } from './support/go-module.ts';
import { GoTestRun } from './support/go-test.ts';

/** The toolchain comes through the module proxy, and compiles the standard library first. */
const TIMEOUT_MS = 2_700_000;

/** The `go` of the path runs the toolchain of this version, and fetches it where it is missing. */
const TOOLCHAIN = { GOTOOLCHAIN: OLDEST_GO };
const IN_MODULE = { cwd: GO_SDK, env: TOOLCHAIN };

let run: GoTestRun;

beforeAll(async () => {
  // The language and its library are what differs here, and not how much the tests try.
  run = await GoTestRun.run([`-skip=^${MEASURED}`], { ...TOOLCHAIN, AID_TEST_SIZE: 'usual' });
}, TIMEOUT_MS);

test('The module asks for no newer Go than the oldest that it promises, which these tests use', async () => {
  const { stdout: version } = await mustRun('go', ['env', 'GOVERSION'], IN_MODULE);
  expect(version.trim()).toBe(OLDEST_GO);
  const { stdout: asked } = await mustRun('go', ['list', '-m', '-f', '{{.GoVersion}}'], IN_MODULE);
  expect(OLDEST_GO.startsWith(`go${asked.trim()}.`), asked).toBe(true);
});

test('go vet of the oldest Go finds nothing in the SDK', async () => {
  for (const tags of ['', 'stack']) await mustRun('go', ['vet', `-tags=${tags}`, './...'], IN_MODULE);
});

const NAMES = testsOfGo(OLDEST_GO).filter((name) => !name.startsWith(MEASURED));

test.each(NAMES.map((name) => ({ name, title: sentenceOf(name) })))('The oldest Go: $title', ({ name }) =>
  run.expectPassed(name),
);

test('The oldest Go: each scenario that is promised for Go was run', () => run.expectScenarios());
