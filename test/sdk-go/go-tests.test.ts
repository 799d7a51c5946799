import { beforeAll, test } from 'vitest';
import { testSize } from '#testing/test-size.ts';
import { goTests, MEASURED, sentenceOf } from './support/go-module.ts';
import { GoTestRun } from './support/go-test.ts';

/** At full size, the tests take many minutes. */
const TIMEOUT_MS = 2_700_000;

let run: GoTestRun;

beforeAll(async () => {
  // To compile the standard library for the race detector takes longer than the tests.
  const race = testSize() === 'full' ? ['-race'] : [];
  run = await GoTestRun.run([...race, `-skip=^${MEASURED}`]);
}, TIMEOUT_MS);

const NAMES = goTests().filter((name) => !name.startsWith(MEASURED));

test.each(NAMES.map((name) => ({ name, title: sentenceOf(name) })))('Go: $title', ({ name }) => run.expectPassed(name));

test('Go: each scenario that is promised for Go was run', () => run.expectScenarios());
