import { Stale } from './unit-of-work.ts';

/** A hundred at once on one row win one after the other; so many runs see all of them through. */
const MOST_RUNS = 100;

/** Runs load, decide and commit again until what was loaded still held at the commit. */
export async function untilFresh<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(100, 5 * 2 ** runs)));
    }
  }
  throw new Error('what was loaded was stale too often');
}
