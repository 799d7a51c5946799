import { type DueDraftsEvent, MAX_DRAFTS_AT_ONCE } from '#shared/contract/due-drafts.ts';
import { dueDrafts, parseDueDraft, updateDraftDueTime } from '#shared/data/entities/mail/mail-draft.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { functionNamed } from './ways/function-ways.ts';
import { invokeForWork } from './ways/invoke-function.ts';

/** Drafts in one run. The next run is a minute away. */
const MAX_PER_RUN = 500;

/** Invocations at once. The others that the function of mail may have are for requests. */
const MAX_CONCURRENT = 5;

/** The pause after a draft was passed on. If it is not sent, it is due again after it. */
const POSTPONED_MS = 5 * MINUTE;

/**
 * Has the function of mail send the drafts that are due. A draft that is passed on twice is sent once.
 *
 * See: docs/contract/mail.md#sending-later.
 */
export async function sendDueDrafts(now: number): Promise<void> {
  const rows = await Array.fromAsync(dueDrafts(getTable(), now, MAX_PER_RUN));
  const batches = Array.from({ length: Math.ceil(rows.length / MAX_DRAFTS_AT_ONCE) }, (_, index) =>
    rows.slice(index * MAX_DRAFTS_AT_ONCE, (index + 1) * MAX_DRAFTS_AT_ONCE),
  );
  const outcomes = await mapSettledWithLimit(batches, MAX_CONCURRENT, async (batch) => {
    const postponed = await Promise.all(batch.map((row) => postpone(row, now)));
    const drafts = batch.filter((_, index) => postponed[index]).map(parseDueDraft);
    if (drafts.length === 0) return;
    const event: DueDraftsEvent = { kind: 'due-drafts', drafts };
    await invokeForWork(functionNamed('http-mail'), event);
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) reportFailure('due drafts not passed on', failed[0]?.reason, { count: failed.length });
}

/** Defers a draft. Returns whether it is due still: its sender may have changed or sent it meanwhile. */
async function postpone(row: { pk: string; sk: string; due_at: string }, now: number): Promise<boolean> {
  const change = updateDraftDueTime(row, row.due_at, now + POSTPONED_MS);
  try {
    await commit(getTable(), { build: (tx) => tx.put(change) }, { now: Date.now });
    return true;
  } catch (error) {
    if (error instanceof StaleReadError) return false;
    throw error;
  }
}
