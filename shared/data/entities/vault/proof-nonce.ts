import { epochSeconds, SECOND } from '#shared/domain/time/time.ts';
import type { Proof } from '#shared/domain/vault/proof.ts';
import { NONCE_MARGIN_MS, PROOF_SKEW_MS } from '#shared/domain/vault/vault-limits.ts';
import { type Change, insert, RETRY } from '../../change.ts';
import { anyRow } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

function nonceKey(identityId: string, nonce: string): Key {
  return { pk: `${PREFIX.proofNonce}${identityId}`, sk: nonce };
}

/**
 * Uses the nonce of a verified proof. It counts once for each identity; the row expires after the proof. If the nonce
 * has been used, the operation runs again and has to find that out by `isNonceUsed`.
 */
export function insertProofNonce(identityId: string, { nonce, timestamp }: Proof): Change {
  const expiresAt = timestamp * SECOND + PROOF_SKEW_MS + NONCE_MARGIN_MS;
  return insert({ ...nonceKey(identityId, nonce), expires_at: epochSeconds(expiresAt) }, RETRY);
}

export async function isNonceUsed(table: Table, identityId: string, nonce: string): Promise<boolean> {
  return (await getRow(table, anyRow, nonceKey(identityId, nonce), { strong: true })) !== undefined;
}
