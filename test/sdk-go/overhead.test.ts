import { expect, test } from 'vitest';
import { goTests, MEASURED } from './support/go-module.ts';
import { GoTestRun } from './support/go-test.ts';

test('The Go SDK takes no more processor time for a call than its own test allows', async () => {
  const measured = goTests().filter((name) => name.startsWith(MEASURED));
  expect(measured).toHaveLength(1);
  // The race detector would distort what it measures.
  const run = await GoTestRun.run([`-run=^${MEASURED}`]);
  for (const name of measured) run.expectPassed(name);
});
