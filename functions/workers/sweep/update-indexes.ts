import { type DueIndexesEvent, MAX_INDEXES_AT_ONCE } from '#shared/contract/due-indexes.ts';
import { startDeadline } from '#shared/data/deadline.ts';
import { dueIndexes, identityOfDueIndex, postponeIndexDue } from '#shared/data/entities/mail/search-index.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { functionNamed } from './ways/function-ways.ts';
import { invokeForWork } from './ways/invoke-function.ts';

/** Indexes in one run. The next run is a minute away. */
const MAX_PER_RUN = 250;

/** Invocations at once. The others that the function of mail may have are for requests. */
const MAX_CONCURRENT = 5;

/** When a run passes on no more indexes: what it has passed on by then may take until its end. */
const PASSING_ON_MS = 15 * SECOND;

/** The pause after an index was passed on. If it is not up to date then, it is due again. */
const POSTPONED_MS = 5 * MINUTE;

/**
 * Has the function of mail bring search indexes up to date. One that is passed on twice is written once, because each
 * write is conditional on the version that it replaces.
 *
 * See: docs/decisions/0097-a-search-index.md.
 */
export async function updateIndexes(now: number): Promise<void> {
  const rows = await Array.fromAsync(dueIndexes(getTable(), now, MAX_PER_RUN));
  const batches = Array.from({ length: Math.ceil(rows.length / MAX_INDEXES_AT_ONCE) }, (_, index) =>
    rows.slice(index * MAX_INDEXES_AT_ONCE, (index + 1) * MAX_INDEXES_AT_ONCE),
  );
  const isOver = startDeadline(PASSING_ON_MS);
  const outcomes = await mapSettledWithLimit(batches, MAX_CONCURRENT, async (batch) => {
    if (isOver()) return;
    const postponed = await Promise.all(batch.map((row) => postpone(row, now)));
    const identityIds = batch.filter((_, index) => postponed[index]).map(identityOfDueIndex);
    if (identityIds.length === 0) return;
    const event: DueIndexesEvent = { kind: 'due-indexes', identityIds };
    await invokeForWork(functionNamed('http-mail'), event);
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) reportFailure('due indexes not passed on', failed[0]?.reason, { count: failed.length });
}

/** Defers an index. Returns whether it is due still: another run may have deferred it, or brought it up to date. */
async function postpone(row: { pk: string; sk: string; due_at: string }, now: number): Promise<boolean> {
  const change = postponeIndexDue(row, row.due_at, now + POSTPONED_MS);
  try {
    await commit(getTable(), { build: (tx) => tx.put(change) }, { now: Date.now });
    return true;
  } catch (error) {
    if (error instanceof StaleReadError) return false;
    throw error;
  }
}
