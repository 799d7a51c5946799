import { dueApprovals, parseDueApproval } from '#shared/data/entities/approval/approval.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { cancelPending, endPending } from '#shared/services/approvals/end-pending.ts';

/** Approvals in one run, and those of one suspended agent. The next run is a minute away. */
const MAX_PER_RUN = 200;

/**
 * Writes the end of approvals that have expired, and cancels those of agents that were suspended. Readers have seen
 * both since; this adds the events, and ends what was held.
 */
export async function endApprovals(now: number): Promise<void> {
  const context = { table: getTable(), settings: { limits: readEnv('LIMITS').LIMITS }, now };
  const due = await Array.fromAsync(dueApprovals(context.table, now, MAX_PER_RUN));
  const outcomes = await mapSettledWithLimit(due, 10, async (row) => {
    const work = parseDueApproval(row);
    if (work.kind === 'expired') await endPending(context, work);
    else await cancelPending(context, { row, limit: MAX_PER_RUN });
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) reportFailure('approvals not ended', failed[0]?.reason, { count: failed.length });
}
