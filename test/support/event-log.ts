import { clockKey, decodeEventClock, type EventClock } from '#shared/data/entities/log/clock.ts';
import { type EventRow, logRowsBetween } from '#shared/data/entities/log/event.ts';
import { LogFollower } from '#shared/data/event-log/log-follower.ts';
import type { LogObserver } from '#shared/data/event-log/log-observer.ts';
import { getRow, type Table } from '#shared/data/table-client.ts';
import type { NewEvent, Plan } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';

/** The event clock of an organization; `undefined` before its first use. */
export function clockOf(table: Table, organizationId: string): Promise<EventClock | undefined> {
  return getRow(table, decodeEventClock, clockKey(organizationId), { strong: true });
}

/** An event about a sent message, as a commit appends it. */
export const sentEvent = (messageId = 'msg_1'): NewEvent<'mail.sent'> => ({
  type: 'mail.sent',
  identityId: null,
  aggregateId: messageId,
  payload: { messageId, threadId: 'thr_1' },
});

/** Appends an event about a sent message. */
export function appendSent(table: Table, organizationId: string, messageId?: string): Promise<LoggedEvent> {
  const build: Plan<LoggedEvent>['build'] = (tx) => tx.appendEvent(organizationId, sentEvent(messageId));
  return commit(table, { build }, { now: Date.now });
}

/** Everything that is in the log of an organization, oldest first, whether it is complete or not. */
export async function eventsOf(table: Table, organizationId: string): Promise<EventRow[]> {
  const rows = await Array.fromAsync(logRowsBetween(table, organizationId, {}, { strong: true }));
  return rows.flatMap(({ event }) => event ?? []);
}

/** The times of the tombstones in the log of an organization. */
export async function tombstonesOf(table: Table, organizationId: string): Promise<number[]> {
  const rows = await Array.fromAsync(logRowsBetween(table, organizationId, {}, { strong: true }));
  return rows.flatMap(({ entry }) => (entry.kind === 'tombstone' ? [entry.ticket.time] : []));
}

/** An observer that is not interested. */
export const unobserved: LogObserver = { ticketsClosed: () => undefined, blocked: () => undefined };

/** Follows the log of an organization until `count` events have come, or `stop` says that there are no more. */
export async function followLog(
  table: Table,
  organizationId: string,
  count: number,
  stop: () => boolean,
): Promise<EventRow[]> {
  const follower = new LogFollower(table, organizationId, { since: 0, observer: unobserved });
  const seen: EventRow[] = [];
  while (seen.length < count) {
    const ended = stop();
    for (;;) {
      const event = await follower.next(() => true, { strong: false });
      if (event === undefined) break;
      seen.push(event);
    }
    if (ended) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return seen;
}
