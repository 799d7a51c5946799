import type { Change } from '#shared/data/change.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { membershipsOf } from '#shared/data/entities/organization/membership.ts';
import type { Table } from '#shared/data/table-client.ts';

/** A transaction has at most 100 writes. Streams of further organizations end when they have something to send. */
const MAX_ORGANIZATIONS = 50;

/**
 * The changes that let workers close the event streams of sessions that end, in every organization of the person. `now`
 * is in epoch milliseconds.
 */
export async function streamChecks(table: Table, userId: string, now: number): Promise<Change[]> {
  const memberships = await membershipsOf(table, userId);
  return memberships.slice(0, MAX_ORGANIZATIONS).map(({ organizationId }) => insertStreamCheck(organizationId, now));
}
