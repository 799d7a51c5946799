import { idTime, MAX_TIME } from '#shared/domain/ids/ids.ts';
import type { RedemptionOutcome } from '#shared/domain/vault/lease-state.ts';
import { type Change, insert, RETRY } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { queryRows, type Table } from '../../table-client.ts';

/** One attempt to redeem a lease, refused or not. See: docs/contract/vault.md#redemptions. */
export interface Redemption {
  id: string;
  at: number;
  actorType: 'user' | 'agent';
  actorId: string;
  keyId: string;
  /** The network address of the caller. */
  address: string;
  /** The version that was given out; null if none was. */
  version: number | null;
  outcome: RedemptionOutcome;
}

const decodeRedemption = rowDecoder<Redemption>({ id: 'string', at: 'number', actorId: 'string', outcome: 'string' });

function partition(leaseId: string): string {
  return `${PREFIX.redemption}${leaseId}`;
}

/**
 * Records a redemption. The key is its time, so no two redemptions of a lease have the same one, which paging needs. Of
 * two in one millisecond, the second decides again, with a later time.
 */
export function insertRedemption(leaseId: string, redemption: Redemption): Change {
  return insert({ pk: partition(leaseId), sk: idTime('redemption', redemption.at), ...redemption }, RETRY);
}

export function redemptionsBefore(table: Table, leaseId: string, before: number | undefined, limit: number) {
  return queryRows(table, decodeRedemption, {
    pk: partition(leaseId),
    from: idTime('redemption', 0),
    to: idTime('redemption', (before ?? MAX_TIME) - 1),
    newestFirst: true,
    strong: true,
    limit,
  });
}
