import { pause } from '#shared/domain/concurrency/pause.ts';
import { ContentUploads } from './content-uploads.ts';
import { ContentionError } from './contention-error.ts';
import { CONTENTION_TIMEOUT_MS, startDeadline } from './deadline.ts';
import { StaleReadError } from './unit-of-work.ts';

/**
 * The longest pause before the next run. Of many writers of one row, those that come back too soon only slow down the
 * one that would succeed: 140 at once took 26 s with a maximum of 100 ms, 9 s with this one.
 */
const MAX_PAUSE_MS = 1500;

/**
 * Runs load, decide and commit again until nothing that was loaded had changed at the commit. The commit of each run
 * gets `isOver`, so that all runs together have one deadline, and `uploads`, so that no run uploads large content
 * again. After the deadline, throws a `ContentionError`.
 */
export async function retryOnStaleRead<T>(
  run: (isOver: () => boolean, uploads: ContentUploads) => Promise<T>,
): Promise<T> {
  const isOver = startDeadline(CONTENTION_TIMEOUT_MS);
  const uploads = new ContentUploads();
  try {
    for (let runs = 0; ; runs++) {
      try {
        return await run(isOver, uploads);
      } catch (error) {
        if (!(error instanceof StaleReadError)) throw error;
        if (isOver()) throw new ContentionError('other writers kept changing the rows that this operation read');
      }
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, 5 * 2 ** runs));
    }
  } finally {
    await uploads.release();
  }
}
