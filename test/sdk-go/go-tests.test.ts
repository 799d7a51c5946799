import { beforeAll, expect, test } from 'vitest';
import { runCommand } from '../description/support/run-command.ts';
import { GO_SDK, goTests, sentenceOf } from './support/go-module.ts';
import { type GoTestVariables, withGoStack } from './support/go-stack.ts';

/** A line of `go test -json`. */
interface GoEvent {
  readonly Action: string;
  readonly Test?: string;
  readonly Output?: string;
}

/** The race detector would distort what this test measures. */
const MEASURED = '^TestTheProcessorTime';

let events: readonly GoEvent[] = [];

beforeAll(async () => {
  await withGoStack(async (env) => {
    events = [...(await goTest(env, ['-race', `-skip=${MEASURED}`])), ...(await goTest(env, [`-run=${MEASURED}`]))];
  });
});

async function goTest(env: GoTestVariables, options: readonly string[]): Promise<readonly GoEvent[]> {
  const args = ['test', '-json', '-count=1', '-timeout=40m', '-tags=stack', ...options, './...'];
  const { stdout, output } = await runCommand('go', args, { cwd: GO_SDK, env });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  if (lines.length === 0) throw new Error(output);
  return lines.map((line) => JSON.parse(line));
}

/** What a test printed, its subtests included; without its name, what the build and others printed. */
function outputOf(name: string): string {
  const own = events.filter(({ Test }) => Test === name || Test?.startsWith(`${name}/`));
  return (own.length > 0 ? own : events).map(({ Output = '' }) => Output).join('');
}

test.each(goTests().map((name) => ({ name, title: sentenceOf(name) })))('Go: $title', ({ name }) => {
  const outcome = events.findLast(({ Test, Action }) => Test === name && /^(?:pass|fail|skip)$/.test(Action));
  if (outcome?.Action !== 'pass') throw new Error(outputOf(name));
  const figures = events.filter(({ Test, Output = '' }) => Test === name && /\.go:\d+: /.test(Output));
  for (const { Output } of figures) console.log(Output?.trim());
  expect(outcome.Action).toBe('pass');
});
