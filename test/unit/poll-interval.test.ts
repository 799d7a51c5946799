import { expect, test } from 'vitest';
import { pollInterval } from '#shared/domain/concurrency/poll-interval.ts';

test('The pauses between polls increase with the time waited, up to the maximum', () => {
  const at = [0, 4_999, 5_000, 9_999, 10_000, 29_999, 30_000, 55_000];
  expect(at.map((elapsed) => pollInterval(elapsed, 1000))).toEqual([100, 100, 200, 200, 500, 500, 1000, 1000]);
  expect([0, 5_000, 10_000, 30_000].map((elapsed) => pollInterval(elapsed))).toEqual([100, 200, 500, 500]);
  expect([0, 5_000, 30_000].map((elapsed) => pollInterval(elapsed, 200))).toEqual([100, 200, 200]);
});
