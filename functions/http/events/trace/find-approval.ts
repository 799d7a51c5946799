import { type Approval, approvalsBetween } from '#shared/data/entities/approval/approval.ts';
import { findApprovalOf } from '#shared/data/entities/approval/held-subject.ts';
import { collect } from '#shared/data/table-client.ts';
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
  const near = approvalsBetween(table, organizationId, [at - BEFORE_MS, at + AFTER_MS], TRACE_BOUNDS.rowsAround);
  const [found] = await collect(near, 1, ({ subjectId }) => subjectId === messageId);
  return found;
}
