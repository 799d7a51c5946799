import type { Change } from '#shared/data/change.ts';
import { insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import type { Table } from '#shared/data/table-client.ts';
import { organizationsOf } from './organizations-of.ts';

/** The end of all sessions of a person. */
interface EndOfSessions {
  /** The changes that let workers close the event streams of the sessions. */
  readonly checks: readonly Change[];
  /** The organizations that they are in. */
  readonly organizationIds: readonly string[];
}

/**
 * The changes that let workers close the event streams of sessions that end, in every organization of the person.
 * Streams of organizations beyond the first 45 end when they have something to send. `now` is in epoch milliseconds.
 */
export async function streamChecks(table: Table, userId: string, now: number): Promise<EndOfSessions> {
  const organizationIds = await organizationsOf(table, userId);
  return { organizationIds, checks: organizationIds.map((id) => insertStreamCheck(id, now)) };
}
