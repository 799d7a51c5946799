import type { Lease } from '#shared/data/entities/vault/lease.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';
import type { LeaseStatus } from '#shared/domain/vault/lease-state.ts';

/** A lease in the form of the API. See: docs/contract/vault.md#leases. */
export function leaseRecord(lease: Lease, status: LeaseStatus) {
  return {
    id: lease.id,
    secret_id: lease.secretId,
    secret_version: lease.secretVersion,
    identity_id: lease.identityId,
    status,
    max_uses: lease.maxUses,
    use_count: lease.useCount,
    purpose: lease.purpose,
    hosts: lease.hosts ?? [],
    expires_at: timestamp(lease.expiresAt),
    last_redeemed_at: timestampOrNull(lease.lastRedeemedAt),
    created_at: timestamp(lease.createdAt),
  };
}
