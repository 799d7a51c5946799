import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('A wait continues for as long as its error changes, and returns the result', async () => {
  let arrived = 0;
  const waiting = eventually(() => {
    if (arrived < 5) throw new Error(`${arrived} of 5`);
    return arrived;
  }, 10_000);
  for (let mail = 0; mail < 5; mail++) {
    await vi.advanceTimersByTimeAsync(9_000);
    arrived += 1;
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBe(5);
});

test('A wait ends with its error when nothing has changed for its time', async () => {
  const waiting = eventually(() => {
    throw new Error('3 of 5');
  }, 10_000).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await waiting).toEqual(new Error('3 of 5'));
});
