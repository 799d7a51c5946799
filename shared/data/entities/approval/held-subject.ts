import { type Change, insert, RETRY } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';
import { type Approval, findApproval } from './approval.ts';

/** Finds the approval of what was held by its id, because a held lease, tunnel or task has no row of its own. */
interface HeldSubject {
  approvalId: string;
}

const decodeSubject = rowDecoder<HeldSubject>({ approvalId: 'string' });

function subjectKey(organizationId: string, subjectId: string): Key {
  return { pk: `${PREFIX.approval}${organizationId}#SUBJECT`, sk: subjectId };
}

export function insertHeldSubject({ organizationId, subjectId, id }: Approval): Change {
  return insert<HeldSubject>({ ...subjectKey(organizationId, subjectId), approvalId: id });
}

/** The approval of what was held, by strongly consistent reads; `undefined` if none was. */
export async function findApprovalOf(
  table: Table,
  organizationId: string,
  subjectId: string,
): Promise<Approval | undefined> {
  const row = await getRow(table, decodeSubject, subjectKey(organizationId, subjectId), { strong: true });
  return row && findApproval(table, organizationId, row.approvalId);
}

/** The message that a held task is sent with, by the id that its sender chose. */
const messageSubject = (senderId: string, messageId: string) => `${senderId}#SENT#${keyDigest(messageId)}`;

/** Records the id of a held message. The operation retries if a concurrent request has used it. */
export function insertHeldMessage({ organizationId, identityId, id }: Approval, messageId: string): Change {
  const key = subjectKey(organizationId, messageSubject(identityId, messageId));
  return insert<HeldSubject>({ ...key, approvalId: id }, RETRY);
}

/** The approval of the task that a sender's message was held with. */
export function findApprovalOfMessage(
  table: Table,
  sender: { readonly organizationId: string; readonly id: string },
  messageId: string,
): Promise<Approval | undefined> {
  return findApprovalOf(table, sender.organizationId, messageSubject(sender.id, messageId));
}
