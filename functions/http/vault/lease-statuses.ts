import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import type { Lease } from '#shared/data/entities/vault/lease.ts';
import { findSecrets } from '#shared/data/entities/vault/secret.ts';
import type { Table } from '#shared/data/table-client.ts';
import { type LeaseStatus, leaseStatus } from '#shared/domain/vault/lease-state.ts';

/** The present states of leases of one organization, in the same order. */
export async function leaseStatuses(table: Table, leases: readonly Lease[], now: number): Promise<LeaseStatus[]> {
  const [first] = leases;
  if (first === undefined) return [];
  const { organizationId } = first;
  const secretIds = [...new Set(leases.map(({ secretId }) => secretId))];
  const identityIds = [...new Set(leases.flatMap(({ identityId }) => (identityId === null ? [] : [identityId])))];
  const [secrets, identities] = await Promise.all([
    findSecrets(table, organizationId, secretIds),
    findIdentities(
      table,
      identityIds.map((identityId) => ({ organizationId, identityId })),
    ),
  ]);
  const ofSecret = new Map(secrets.map(({ id, leaseGeneration }) => [id, leaseGeneration]));
  const ofIdentity = new Map(identities.map(({ id, leaseGeneration }) => [id, leaseGeneration ?? 0]));
  return leases.map((lease) => {
    const identity = lease.identityId === null ? 0 : (ofIdentity.get(lease.identityId) ?? 0);
    return leaseStatus(lease, { secret: ofSecret.get(lease.secretId), identity }, now);
  });
}
