import { StaleReadError } from './unit-of-work.ts';

/** A hundred at once on one row win one after the other; so many runs see all of them through. */
const MAX_RUNS = 100;

/**
 * The longest pause before another run. Where many want one row, runs that come back too soon only take the winner's
 * time: 140 at once took 26 s with a cap of 100 ms, 9 s with this one.
 */
const MAX_PAUSE_MS = 1500;

/** Runs load, decide and commit again until what was loaded still held at the commit. */
export async function retryOnStaleRead<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 0; runs < MAX_RUNS; runs++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StaleReadError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(MAX_PAUSE_MS, 5 * 2 ** runs)));
    }
  }
  throw new Error('what was loaded was stale too often');
}
