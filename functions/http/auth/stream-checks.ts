import type { Change } from '#shared/data/change.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { membershipsOf } from '#shared/data/entities/organization/membership.ts';
import type { Table } from '#shared/data/table-client.ts';

/**
 * A transaction has at most 100 writes, and each organization may take two of them. Streams of further organizations
 * end when they have something to send.
 */
const MAX_ORGANIZATIONS = 45;

/** The end of all sessions of a person. */
interface EndOfSessions {
  /** The changes that let workers close the event streams of the sessions. */
  readonly checks: readonly Change[];
  /** The organizations that they are in. */
  readonly organizationIds: readonly string[];
}

/**
 * The changes that let workers close the event streams of sessions that end, in every organization of the person. `now`
 * is in epoch milliseconds.
 */
export async function streamChecks(table: Table, userId: string, now: number): Promise<EndOfSessions> {
  const memberships = await membershipsOf(table, userId);
  const organizationIds = memberships.slice(0, MAX_ORGANIZATIONS).map(({ organizationId }) => organizationId);
  return { organizationIds, checks: organizationIds.map((id) => insertStreamCheck(id, now)) };
}
