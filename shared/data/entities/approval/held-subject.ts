import { type Change, insert } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';
import { type Approval, findApproval } from './approval.ts';

/** Finds the approval of what was held by its id, because a held lease or tunnel has no row of its own. */
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

/** The approval of a lease that was held, by strongly consistent reads; `undefined` if none was. */
export async function findApprovalOf(
  table: Table,
  organizationId: string,
  subjectId: string,
): Promise<Approval | undefined> {
  const row = await getRow(table, decodeSubject, subjectKey(organizationId, subjectId), { strong: true });
  return row && findApproval(table, organizationId, row.approvalId);
}
