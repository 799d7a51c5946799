import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Unloadable, WarmFunctions } from '#local/functions/warm-functions.ts';

class StandIn implements Unloadable {
  isLoaded = true;
  idleSince: number | undefined;

  constructor(idleSince: number | undefined) {
    this.idleSince = idleSince;
  }

  async unload(): Promise<void> {
    this.isLoaded = false;
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('Of the functions that are idle, those that were used last stay loaded', () => {
  const functions = [80_000, 90_000, 70_000, 60_000].map((at) => new StandIn(at));
  new WarmFunctions(functions, 2).trim();
  expect(functions.map(({ isLoaded }) => isLoaded)).toEqual([true, true, false, false]);
});

test('A function that runs, or ran a moment ago, is not unloaded, and is looked at again later', () => {
  const running = new StandIn(undefined);
  const recent = new StandIn(99_500);
  const old = new StandIn(50_000);
  const warm = new WarmFunctions([running, recent, old], 0);
  warm.trim();
  expect([running, recent, old].map(({ isLoaded }) => isLoaded)).toEqual([true, true, false]);
  vi.advanceTimersByTime(10_000);
  expect([running, recent].map(({ isLoaded }) => isLoaded)).toEqual([true, false]);
  running.idleSince = Date.now();
  vi.advanceTimersByTime(10_000);
  expect(running.isLoaded).toBe(false);
});

test('Nothing is unloaded as long as no more functions are loaded than stay warm', () => {
  const functions = [1, 2, 3].map((at) => new StandIn(at));
  new WarmFunctions(functions, 3).trim();
  expect(functions.every(({ isLoaded }) => isLoaded)).toBe(true);
});
