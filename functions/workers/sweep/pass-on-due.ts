import type { Change } from '#shared/data/change.ts';
import { startDeadline } from '#shared/data/deadline.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { functionNamed } from './ways/function-ways.ts';
import { invokeForWork } from './ways/invoke-function.ts';

/** Invocations at once. The others that the function of mail may have are for requests. */
const MAX_CONCURRENT = 5;

/** When a run passes on no more: what it has passed on by then may take until its end. */
const PASSING_ON_MS = 15 * SECOND;

/** How rows of the due index are passed on to the function of mail. */
interface Passing<Row> {
  /** The maximum number of rows in one invocation. */
  readonly batchSize: number;
  /** Defers a row, on the condition that it is due as it was read. */
  readonly postpone: (row: Row) => Change;
  readonly event: (rows: readonly Row[]) => object;
  /** What the rows are, for the log: `due drafts`. */
  readonly what: string;
}

/**
 * Has the function of mail do what is due. A row is deferred first, so that what fails is due again after the pause,
 * and what another run has passed on is left out. What was not begun in time is due in the next run.
 */
export async function passOnDue<Row>(rows: readonly Row[], passing: Passing<Row>): Promise<void> {
  const { batchSize, event, what } = passing;
  const batches = Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
  const isOver = startDeadline(PASSING_ON_MS);
  const outcomes = await mapSettledWithLimit(batches, MAX_CONCURRENT, async (batch) => {
    if (isOver()) return;
    const postponed = await Promise.all(batch.map((row) => isPostponed(passing.postpone(row))));
    const due = batch.filter((_, index) => postponed[index]);
    if (due.length > 0) await invokeForWork(functionNamed('http-mail'), event(due));
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) reportFailure(`${what} not passed on`, failed[0]?.reason, { count: failed.length });
}

/** Commits a deferral. Returns whether the row is due still: it may have been deferred, changed or done meanwhile. */
async function isPostponed(change: Change): Promise<boolean> {
  try {
    await commit(getTable(), { build: (tx) => tx.put(change) }, { now: Date.now });
    return true;
  } catch (error) {
    if (error instanceof StaleReadError) return false;
    throw error;
  }
}
