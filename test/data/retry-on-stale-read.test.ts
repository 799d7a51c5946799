import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ContentUploads } from '#shared/data/content-uploads.ts';
import { CONTENTION_TIMEOUT_MS } from '#shared/data/deadline.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import { StaleReadError } from '#shared/data/unit-of-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Runs until the last pause is over, and returns the time of each run, in milliseconds from the first. */
async function timesOfRuns(fails: (run: number) => boolean): Promise<{ times: number[]; outcome: unknown }> {
  const began = performance.now();
  const times: number[] = [];
  const outcome = retryOnStaleRead(async () => {
    times.push(performance.now() - began);
    if (fails(times.length)) throw new StaleReadError();
    return 'done';
  }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(CONTENTION_TIMEOUT_MS + 5_000);
  return { times, outcome: await outcome };
}

test('An operation that was overtaken runs again after pauses that double, up to a second and a half', async () => {
  const { times, outcome } = await timesOfRuns((run) => run < 13);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1500, 1500, 1500]);
  expect(outcome).toBe('done');
});

test('An operation that is always overtaken ends at its deadline with 429 and a time to come back, and frees what it uploaded', async () => {
  const release = vi.spyOn(ContentUploads.prototype, 'release');
  const { times, outcome } = await timesOfRuns(() => true);
  expect(outcome).toMatchObject({ name: 'ContentionError', code: 'rate_limit.exceeded', retryAfterSeconds: 5 });
  expect(outcome).toMatchObject({ cause: expect.stringMatching(/^other writers .* rows that this operation read$/) });
  expect(times.at(-1)).toBeGreaterThanOrEqual(CONTENTION_TIMEOUT_MS);
  expect(times.at(-2)).toBeLessThan(CONTENTION_TIMEOUT_MS);
  expect(release).toHaveBeenCalledTimes(1);
});
