import { membershipsOf } from '#shared/data/entities/organization/membership.ts';
import type { Table } from '#shared/data/table-client.ts';

/** A transaction has at most 100 writes, and each organization may take two of them. */
const MAX_ORGANIZATIONS = 45;

/** The organizations of a person that a change of the person is written to: the audits, and the event streams. */
export async function organizationsOf(table: Table, userId: string): Promise<readonly string[]> {
  const memberships = await membershipsOf(table, userId);
  return memberships.slice(0, MAX_ORGANIZATIONS).map(({ organizationId }) => organizationId);
}
