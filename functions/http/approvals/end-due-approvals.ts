import { parseDueApprovals } from '#shared/contract/due-approvals.ts';
import type { DueRow } from '#shared/data/due-index.ts';
import { parseDueApproval } from '#shared/data/entities/approval/approval.ts';
import type { Row } from '#shared/data/table-client.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { publishMetrics } from '#shared/runtime/log.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import type { DecisionContext } from '#shared/services/approvals/effect.ts';
import { cancelPending, endPending } from '#shared/services/approvals/end-pending.ts';

/** The approvals of one suspended agent that one invocation ends. The next one is a minute away. */
const MAX_PER_AGENT = 200;

const MAX_CONCURRENT = 10;

/** Ends the approvals that an event of the sweep names; `undefined` for any other event. */
export function endDueApprovals(event: unknown, services: Services): Promise<void> | undefined {
  const due = parseDueApprovals(event);
  if (due === undefined) return undefined;
  return endApprovals(
    { table: services.table(), settings: services.settings(), now: services.now() },
    due.rows,
  ).finally(publishMetrics);
}

/**
 * Writes the end of approvals that have expired, and cancels those of agents that were suspended. Readers have seen
 * both since; this adds the events, and ends what was held. One that fails keeps none of the others from its end.
 */
export async function endApprovals(context: DecisionContext, rows: readonly Row<DueRow>[]): Promise<void> {
  const outcomes = await mapSettledWithLimit(rows, MAX_CONCURRENT, async (row) => {
    const work = parseDueApproval(row);
    if (work.kind === 'expired') await endPending(context, work);
    if (work.kind === 'suspended') await cancelPending(context, { row, limit: MAX_PER_AGENT });
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) reportFailure('approvals not ended', failed[0]?.reason, { count: failed.length });
}
