import { isRecent, TICKET_LEASE_MS } from '#shared/domain/log/log-order.ts';
import { closeTicket } from '../direct-writes/tombstone.ts';
import type { Table } from '../table-client.ts';
import type { LogObserver } from './log-observer.ts';

/** Milliseconds until a reader that waits for an event looks for it again. */
export const GAP_POLL_MS = 50;

/** Closes those missing tickets that are older than their lease. Returns whether there was one. */
export async function closeExpiredTickets(
  table: Table,
  organizationId: string,
  missing: readonly number[],
  { now, observer }: { now: number; observer: LogObserver },
): Promise<boolean> {
  const expired = missing.filter((time) => now - time > TICKET_LEASE_MS && isRecent(time, now));
  await Promise.all(expired.map((time) => closeTicket(table, organizationId, { time }, now)));
  if (expired.length > 0) observer.ticketsClosed(expired.length);
  return expired.length > 0;
}
