import type { Keypair } from '#shared/data/entities/organization/identity.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** A keypair in the form of the API. See: docs/contract/vault.md#keypairs. */
export function keypairRecord(identityId: string, { publicKey, createdAt, updatedAt }: Keypair) {
  return {
    identity_id: identityId,
    algorithm: 'ed25519' as const,
    public_key: publicKey,
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
  };
}
