import { type DueApprovalsEvent, MAX_APPROVALS_AT_ONCE } from '#shared/contract/due-approvals.ts';
import { dueApprovals } from '#shared/data/entities/approval/approval.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { functionNamed } from './ways/function-ways.ts';
import { invokeForWork } from './ways/invoke-function.ts';

/** Approvals, or suspended agents, in one run. The next run is a minute away. */
const MAX_PER_RUN = 200;

/** Invocations at once. The others that the function of approvals may have are for requests. */
const MAX_CONCURRENT = 4;

/**
 * Has the function of approvals end those that have expired, and cancel those of suspended agents. An approval that is
 * passed on twice ends once.
 *
 * See: docs/contract/approvals.md#the-end-of-an-approval.
 */
export async function endApprovals(now: number): Promise<void> {
  const rows = await Array.fromAsync(dueApprovals(getTable(), now, MAX_PER_RUN));
  const batches = Array.from({ length: Math.ceil(rows.length / MAX_APPROVALS_AT_ONCE) }, (_, index) =>
    rows.slice(index * MAX_APPROVALS_AT_ONCE, (index + 1) * MAX_APPROVALS_AT_ONCE),
  );
  const outcomes = await mapSettledWithLimit(batches, MAX_CONCURRENT, async (batch) => {
    const event: DueApprovalsEvent = {
      kind: 'due-approvals',
      rows: batch.map(({ pk, sk, due_at }) => ({ pk, sk, due_at })),
    };
    await invokeForWork(functionNamed('http-approvals'), event);
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) reportFailure('due approvals not passed on', failed[0]?.reason, { count: failed.length });
}
