import { updateOwnerVerified } from '#shared/data/entities/organization/organization.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';

/** Marks the owner of an organization as verified, as the code of its address does. */
export async function verifyOrganization(table: Table, organizationId: string): Promise<void> {
  const change = updateOwnerVerified(organizationId);
  await commit(table, { build: (tx) => tx.put(change) }, { now: Date.now });
}
