import { beforeEach, expect, test, vi } from 'vitest';
import { BrokenFunctionError } from '#functions/workers/sweep/ways/invoke-function.ts';
import { tryWays } from '#functions/workers/sweep/ways/try-ways.ts';
import type { Way } from '#functions/workers/sweep/ways/way.ts';
import { maxAgeOfWay, NAMED_WAYS, runbookOfWay } from '#shared/contract/ways.ts';

const MINUTE = 60_000;

/** The metrics that the sweep has published. */
let published: Record<string, unknown>[];

beforeEach(() => {
  vi.stubEnv('STAGE', 'prod');
  vi.useFakeTimers({ toFake: ['Date'] });
  published = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    published.push(JSON.parse(String(line)));
    return true;
  });
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  return () => vi.useRealTimers();
});

/** A way that works until it gets an error, and records the minutes in which it was gone. */
function fakeWay(everyMinutes: number, rest: Partial<Way> = {}) {
  const state = { error: undefined as Error | undefined, gone: [] as number[] };
  const way: Way = {
    name: 'one',
    about: 'stage',
    everyMinutes,
    turn: 0,
    tries: 1,
    go: async (now) => {
      state.gone.push(now / MINUTE);
      if (state.error !== undefined) throw state.error;
    },
    ...rest,
  };
  return { way, state };
}

/** Runs the sweep in each of these minutes, with what it knew after the one before. Returns the last result of each. */
async function sweep(way: Way, minutes: readonly number[], known?: Parameters<typeof tryWays>[1]) {
  const results: { seconds: number; isOverdue: boolean }[] = [];
  let state = known;
  for (const minute of minutes) {
    const now = minute * MINUTE;
    vi.setSystemTime(now);
    const [tried] = await tryWays([way], state, now);
    if (tried === undefined) throw new Error('the way is missing');
    state = { at: now, ages: { [way.name]: tried.seconds } };
    results.push({ seconds: tried.seconds, isOverdue: tried.isOverdue });
  }
  return results;
}

test('A way is gone in the minutes of its turn, and a way that works is never overdue', async () => {
  const { way, state } = fakeWay(5, { turn: 2 });
  const results = await sweep(way, [1, 2, 3, 4, 5, 6, 7, 8]);
  expect(state.gone).toEqual([2, 7]);
  expect(results.map(({ seconds }) => seconds)).toEqual([0, 0, 60, 120, 180, 240, 0, 60]);
  expect(results.some(({ isOverdue }) => isOverdue)).toBe(false);
});

test('A way that does not work is gone each minute, and its age counts from when it worked last', async () => {
  const { way, state } = fakeWay(2);
  await sweep(way, [2]);
  state.error = new Error('broken');
  const results = await sweep(way, [3, 4, 5, 6], { at: 2 * MINUTE, ages: { one: 0 } });
  expect(state.gone).toEqual([2, 4, 5, 6]);
  expect(results).toEqual([
    { seconds: 60, isOverdue: false },
    { seconds: 120, isOverdue: true },
    { seconds: 180, isOverdue: true },
    { seconds: 240, isOverdue: true },
  ]);
  state.error = undefined;
  expect(await sweep(way, [7], { at: 6 * MINUTE, ages: { one: 240 } })).toEqual([{ seconds: 0, isOverdue: false }]);
});

test('A way of which the turn was missed is gone in the next run, and one that is new begins now', async () => {
  const { way, state } = fakeWay(5);
  expect(await sweep(way, [6])).toEqual([{ seconds: 0, isOverdue: false }]);
  expect(state.gone).toEqual([]);
  await sweep(way, [11], { at: 6 * MINUTE, ages: { one: 60 } });
  expect(state.gone).toEqual([11]);
});

test('A way is tried again at once as often as it says, before it counts as one that does not work', async () => {
  const { way } = fakeWay(1, { tries: 2 });
  let calls = 0;
  const flaky: Way = {
    ...way,
    go: async () => {
      calls += 1;
      if (calls === 1) throw new Error('the connection was dead');
    },
  };
  expect(await sweep(flaky, [3], { at: 2 * MINUTE, ages: { one: 0 } })).toEqual([{ seconds: 0, isOverdue: false }]);
  expect(calls).toBe(2);
});

test('A way that does not end is ended, and does not keep the others from being tried', async () => {
  const stuck = fakeWay(1, {
    name: 'stuck',
    go: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  });
  const other = fakeWay(1);
  const abort = new AbortController();
  vi.setSystemTime(MINUTE);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(abort.signal);
  const running = tryWays([stuck.way, other.way], { at: 0, ages: { stuck: 0, one: 0 } }, MINUTE);
  await vi.waitFor(() => expect(other.state.gone).toEqual([1]));
  abort.abort(new Error('too long'));
  const [first, second] = await running;
  expect([first?.isOverdue, second?.isOverdue]).toEqual([true, false]);
});

test('A run that has used up its time goes no way any more, so that its measures are published', async () => {
  const { way, state } = fakeWay(1);
  vi.setSystemTime(MINUTE + 46_000);
  const [tried] = await tryWays([way], { at: 0, ages: { one: 0 } }, MINUTE);
  expect(tried).toMatchObject({ seconds: 60, isOverdue: true });
  expect(state.gone).toEqual([]);
});

test('A function that does not work counts as a failure of the service at once, and any other way does not', async () => {
  const { way, state } = fakeWay(1);
  state.error = new Error('an accident of the network');
  await sweep(way, [1]);
  expect(published).toEqual([]);
  state.error = new BrokenFunctionError('aid-prod-http-mcp', '{"errorType":"Runtime.ImportModuleError"}');
  await sweep(way, [1]);
  expect(published).toEqual([expect.objectContaining({ WorkerFailures: 1, service: 'aid-prod-workers' })]);
  expect(state.error.message).toBe('aid-prod-http-mcp: Runtime.ImportModuleError');
});

test('A reader of the recorded ages allows each way two tries in a row, and knows the section of the runbook', () => {
  expect([maxAgeOfWay('http-mcp'), maxAgeOfWay('delivery'), maxAgeOfWay('mcp'), maxAgeOfWay('tunnel')]).toEqual([
    150, 210, 270, 270,
  ]);
  expect(runbookOfWay('http-mcp')).toBe('way-a-function');
  expect(runbookOfWay('mail-status')).toBe('way-a-queue');
  for (const [name, { runbook }] of Object.entries(NAMED_WAYS)) expect(runbookOfWay(name)).toBe(runbook);
});
