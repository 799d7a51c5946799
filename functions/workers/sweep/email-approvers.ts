import { MAX_REQUESTED_AT_ONCE, type RequestedApprovalsEvent } from '#shared/contract/requested-approvals.ts';
import type { DueRow } from '#shared/data/due-index.ts';
import { parseDueApproval } from '#shared/data/entities/approval/approval.ts';
import type { Row } from '#shared/data/table-client.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { functionNamed } from './ways/function-ways.ts';
import { invokeForWork } from './ways/invoke-function.ts';

/** Invocations at once. The others that the function of approvals may have are for requests. */
const MAX_CONCURRENT = 5;

/**
 * Has the function of approvals request the emails about new approvals, all of an organization together, so that its
 * approvers get one email each. An approval that is passed on twice is in one email.
 *
 * See: docs/contract/approvals.md#by-email.
 */
export async function emailApprovers(rows: readonly Row<DueRow>[]): Promise<void> {
  const byOrganization = Map.groupBy(rows, (row) => parseDueApproval(row).organizationId);
  const outcomes = await mapSettledWithLimit([...byOrganization], MAX_CONCURRENT, async ([organizationId, own]) => {
    const approvalIds = own.slice(0, MAX_REQUESTED_AT_ONCE).map(({ sk }) => sk);
    const event: RequestedApprovalsEvent = { kind: 'requested-approvals', organizationId, approvalIds };
    await invokeForWork(functionNamed('http-approvals'), event);
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) reportFailure('approvers not emailed', failed[0]?.reason, { count: failed.length });
}
