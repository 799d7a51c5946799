import type { LoggedEvent } from '../../domain/events.ts';
import { firstIdAt, isId, lastIdAt } from '../../domain/ids.ts';
import { type Change, insert } from '../change.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, queryRows, type Row, type Table } from '../table-client.ts';

/**
 * Events, one partition an organization, sorted by id, whose time is `created_at`: one key serves get, `since`,
 * `before` and replay. Another organization's event is absent by construction.
 */
export function eventKey(organizationId: string, eventId: string): Key {
  return { pk: `${PREFIX.event}${organizationId}`, sk: eventId };
}

export function insertEvent(event: LoggedEvent): Change {
  return insert({ ...eventKey(event.organizationId, event.id), ...event });
}

export function eventOfRow(row: Row<LoggedEvent>): LoggedEvent {
  const { pk: _pk, sk: _sk, ...event } = row;
  return event;
}

export async function findEvent(
  table: Table,
  organizationId: string,
  eventId: string,
): Promise<LoggedEvent | undefined> {
  if (!isId('event', eventId)) return undefined;
  const row = await getRow<LoggedEvent>(table, eventKey(organizationId, eventId), { strong: true });
  return row && eventOfRow(row);
}

/** Many events by id, of possibly many organizations: what a batch of deliveries needs, in one request. */
export async function findEvents(
  table: Table,
  wanted: readonly { organizationId: string; eventId: string }[],
): Promise<Map<string, LoggedEvent>> {
  const rows = await getRows<LoggedEvent>(
    table,
    wanted.map(({ organizationId, eventId }) => eventKey(organizationId, eventId)),
  );
  return new Map(rows.map((row) => [row.id, eventOfRow(row)]));
}

/** Events before a time (exclusive), newest first. */
export function eventsBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return queryRows<LoggedEvent>(table, {
    pk: `${PREFIX.event}${organizationId}`,
    from: firstIdAt('event', 0),
    to: lastIdAt('event', (before ?? MAX_TIME) - 1),
    newestFirst: true,
    pageSize,
    strong: true,
  });
}

/** Events after `since` up to and with `until`, oldest first, all of them committed. Rule: design, The event clock. */
export function eventsBetween(table: Table, organizationId: string, since: number, until: number) {
  return queryRows<LoggedEvent>(table, {
    pk: `${PREFIX.event}${organizationId}`,
    from: firstIdAt('event', since + 1),
    to: lastIdAt('event', until),
    strong: true,
  });
}

/** The last millisecond a ULID can hold. */
export const MAX_TIME = 2 ** 48 - 1;
