import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, put, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';
import type { Approval } from './approval.ts';

/**
 * Finds the pending approval of an agent's action by the hash of its content, so that the same action again is held
 * once. See: docs/contract/approvals.md#the-same-action-again.
 */
export interface HeldAction {
  approvalId: string;
  /** Epoch seconds. The row is of no use after the approval has ended. */
  expires_at: number;
}

const decodeHeldAction = rowDecoder<HeldAction>({ approvalId: 'string' });

function heldKey(identityId: string, requestedHash: string): Key {
  return { pk: `${PREFIX.approval}${identityId}`, sk: `HELD#${requestedHash}` };
}

export async function findHeldAction(
  table: Table,
  identityId: string,
  requestedHash: string,
): Promise<string | undefined> {
  return (await getRow(table, decodeHeldAction, heldKey(identityId, requestedHash), { strong: true }))?.approvalId;
}

/** Names the approval of an action. `seen`: the ended approval that the row named when it was read, if any. */
export function putHeldAction(approval: Approval, seen: string | undefined): Change {
  const { identityId, requestedHash, id, expiresAt } = approval;
  const condition =
    seen === undefined
      ? { expression: 'attribute_not_exists(pk)' }
      : { expression: 'attribute_not_exists(pk) OR approvalId = :seen', values: { ':seen': seen } };
  const row: HeldAction = { approvalId: id, expires_at: epochSeconds(expiresAt + DAY) };
  return put({ ...heldKey(identityId, requestedHash), ...row }, condition, RETRY);
}

/** Ends what `putHeldAction` has written. `found`: the approval that the row names. */
export function removeHeldAction(approval: Approval, found: string | undefined): Change[] {
  // Another one is of the same action again, after this one had ended by its time or by a suspension.
  if (found !== approval.id) return [];
  const own = { expression: 'approvalId = :id', values: { ':id': approval.id } };
  return [remove(heldKey(approval.identityId, approval.requestedHash), RETRY, own)];
}
