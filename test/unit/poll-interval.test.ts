import { expect, test } from 'vitest';
import { pollInterval } from '../../shared/domain/poll-interval.ts';

test('The pauses between polls increase with the time waited, up to the maximum', () => {
  expect([0, 4_999, 5_000, 29_999, 30_000, 55_000].map((elapsed) => pollInterval(elapsed))).toEqual([
    100, 100, 200, 200, 500, 500,
  ]);
  expect([0, 5_000, 30_000].map((elapsed) => pollInterval(elapsed, 200))).toEqual([100, 200, 200]);
});
