import * as routes from '#shared/contract/routes/vault.ts';
import { findLeases, type Lease, leaseIdsBefore, leasesBefore } from '#shared/data/entities/vault/lease.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { leaseRecord } from './lease-record.ts';
import { leaseStatuses } from './lease-statuses.ts';

interface Page {
  before?: number | undefined;
  limit: number;
}

export const listLeases = operation(routes.listLeases, async ({ actor, table, now }, { query }) => {
  const leases = await visibleLeases(table, actor, query);
  const statuses = await leaseStatuses(table, leases, now);
  return reply({ leases: leases.map((lease, index) => leaseRecord(lease, statuses[index] ?? 'revoked')) });
});

async function visibleLeases(table: Table, actor: Actor, { before, limit }: Page): Promise<Lease[]> {
  const organizationId = actor.organization.id;
  if (actor.kind === 'org') return collect(leasesBefore(table, organizationId, before, limit), limit);
  const listed = await collect(leaseIdsBefore(table, actor.identity.id, before, limit), limit);
  return findLeases(
    table,
    organizationId,
    listed.map(({ sk }) => sk),
  );
}
