import { MAX_REQUESTED_AT_ONCE, type RequestedApprovalsEvent } from '#shared/contract/requested-approvals.ts';
import type { DueRow } from '#shared/data/due-index.ts';
import { parseDueApproval, updateEmailTime } from '#shared/data/entities/approval/approval.ts';
import type { Row } from '#shared/data/table-client.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { functionNamed } from './ways/function-ways.ts';
import { invokeForWork } from './ways/invoke-function.ts';

/** Invocations at once. The others that the function of approvals may have are for requests. */
const MAX_CONCURRENT = 5;

/** The pause after approvals were passed on. If their emails are not requested, they are due again after it. */
const POSTPONED_MS = 5 * MINUTE;

/**
 * Has the function of approvals request the emails about new approvals, all of an organization together, so that its
 * approvers get one email each. An approval that is passed on twice is in one email.
 *
 * See: docs/contract/approvals.md#by-email.
 */
export async function emailApprovers(rows: readonly Row<DueRow>[], now: number): Promise<void> {
  const byOrganization = Map.groupBy(rows, (row) => parseDueApproval(row).organizationId);
  const outcomes = await mapSettledWithLimit([...byOrganization], MAX_CONCURRENT, async ([organizationId, own]) => {
    const batch = own.slice(0, MAX_REQUESTED_AT_ONCE);
    const postponed = await Promise.all(batch.map((row) => postpone(row, now)));
    const approvalIds = batch.filter((_, index) => postponed[index]).map(({ sk }) => sk);
    if (approvalIds.length === 0) return;
    const event: RequestedApprovalsEvent = { kind: 'requested-approvals', organizationId, approvalIds };
    await invokeForWork(functionNamed('http-approvals'), event);
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) reportFailure('approvers not emailed', failed[0]?.reason, { count: failed.length });
}

/** Defers an approval. Returns whether it is due still: a person may have decided meanwhile. */
async function postpone(row: Row<DueRow>, now: number): Promise<boolean> {
  const change = updateEmailTime(row, row.due_at, now + POSTPONED_MS);
  try {
    await commit(getTable(), { build: (tx) => tx.put(change) }, { now: Date.now });
    return true;
  } catch (error) {
    if (error instanceof StaleReadError) return false;
    throw error;
  }
}
