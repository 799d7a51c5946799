import { type Approval, approvalsBefore } from '#shared/data/entities/approval/approval.ts';
import { findApprovalOf } from '#shared/data/entities/approval/held-subject.ts';
import { isId, timeOfId } from '#shared/domain/ids/ids.ts';
import { AFTER_MS, BEFORE_MS, TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/**
 * The approval of what was held. A task has a row that names it. A message has none, and was requested with its
 * approval, so that the ids of the two have about the same time.
 */
export async function findApprovalFor(
  { table, organizationId, mayUse, seesMail }: TraceReader,
  subjectId: string,
): Promise<Approval | undefined> {
  if (!seesMail) return undefined;
  const found = isId('message', subjectId)
    ? await requestedWith(table, organizationId, subjectId)
    : await findApprovalOf(table, organizationId, subjectId);
  return found !== undefined && mayUse(found) ? found : undefined;
}

async function requestedWith(
  table: TraceReader['table'],
  organizationId: string,
  messageId: string,
): Promise<Approval | undefined> {
  const at = timeOfId('message', messageId);
  let left: number = TRACE_BOUNDS.rowsAround;
  for await (const approval of approvalsBefore(table, organizationId, at + AFTER_MS, left)) {
    if (approval.createdAt < at - BEFORE_MS || left === 0) return undefined;
    if (approval.subjectId === messageId) return approval;
    left -= 1;
  }
  return undefined;
}
