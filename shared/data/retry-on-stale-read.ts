import { startDeadline } from './deadline.ts';
import { StaleReadError } from './unit-of-work.ts';

/**
 * The longest pause before the next run. Of many writers of one row, those that come back too soon only slow down the
 * one that would succeed: 140 at once took 26 s with a maximum of 100 ms, 9 s with this one.
 */
const MAX_PAUSE_MS = 1500;

/**
 * How long an operation runs again before it fails. Functions behind the API end after 25 s, so the last run still has
 * time. A writer of a contended row may need many runs: with eight writers of one task on a busy machine, some needed
 * more than 10 s.
 */
const TIMEOUT_MS = 20_000;

/** Runs load, decide and commit again until nothing that was loaded had changed at the commit. */
export async function retryOnStaleRead<T>(run: () => Promise<T>): Promise<T> {
  const isOver = startDeadline(TIMEOUT_MS);
  for (let runs = 0; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StaleReadError)) throw error;
      if (isOver()) throw new Error('other writers kept changing the rows that this operation read', { cause: error });
    }
    await pause(Math.random() * Math.min(MAX_PAUSE_MS, 5 * 2 ** runs));
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
