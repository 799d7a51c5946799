import type { VaultSecret } from '#shared/data/entities/vault/secret.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';

/** A secret in the form of the API, without its value. See: docs/contract/vault.md#secrets. */
export function secretRecord(secret: VaultSecret) {
  return {
    id: secret.id,
    identity_id: secret.identityId,
    name: secret.name,
    version: secret.version,
    description: secret.description,
    metadata: secret.metadata,
    hosts: secret.hosts ?? [],
    created_at: timestamp(secret.createdAt),
    updated_at: timestamp(secret.updatedAt),
    rotated_at: timestampOrNull(secret.rotatedAt),
  };
}
