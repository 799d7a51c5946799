import { type DueApprovalsEvent, MAX_APPROVALS_AT_ONCE } from '#shared/contract/due-approvals.ts';
import type { DueRow } from '#shared/data/due-index.ts';
import { dueApprovals, parseDueApproval } from '#shared/data/entities/approval/approval.ts';
import type { Row } from '#shared/data/table-client.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { emailApprovers } from './email-approvers.ts';
import { functionNamed } from './ways/function-ways.ts';
import { invokeForWork } from './ways/invoke-function.ts';

/** Approvals, or suspended agents, that one run passes on. The next run is a minute away. */
const MAX_PER_RUN = 200;

/** Rows that one run reads, so that many new approvals do not keep others from their end. */
const MAX_READ = 1000;

/** Invocations at once. The others that the function of approvals may have are for requests. */
const MAX_CONCURRENT = 4;

/** Has the function of approvals end those that are due, and then email approvers about those that are new. */
export async function workOnApprovals(now: number): Promise<void> {
  const due = await Array.fromAsync(dueApprovals(getTable(), now, MAX_READ));
  const isNew = (row: Row<DueRow>) => parseDueApproval(row).kind === 'requested';
  await endApprovals(due.filter((row) => !isNew(row)).slice(0, MAX_PER_RUN));
  await emailApprovers(due.filter(isNew).slice(0, MAX_PER_RUN));
}

/**
 * Has the function of approvals end those that have expired, and cancel those of suspended agents. An approval that is
 * passed on twice ends once.
 *
 * See: docs/contract/approvals.md#the-end-of-an-approval.
 */
async function endApprovals(rows: readonly Row<DueRow>[]): Promise<void> {
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
