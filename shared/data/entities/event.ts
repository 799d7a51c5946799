import type { LoggedEvent } from '../../domain/events.ts';
import { firstIdAt, isId, lastIdAt } from '../../domain/ids.ts';
import { type Change, insert } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, queryRows, type Row, type Table } from '../table-client.ts';

/**
 * Events, one partition an organization, sorted by id, whose time is `created_at`: one key serves get, `since`,
 * `before` and replay. Another organization's event is absent by construction.
 */
export function eventKey(organizationId: string, eventId: string): Key {
  return { pk: `${PREFIX.event}${organizationId}`, sk: eventId };
}

/**
 * An event as stored. What it says is one JSON text, because DynamoDB keeps no order of a map's keys, and a
 * delivery, its retries and its replays have to send the same bytes.
 */
export type EventRow = Omit<LoggedEvent, (typeof CONTENT_FIELDS)[number]> & { content: string };

const decodeEventRow = rowDecoder<EventRow>({
  id: 'string',
  organizationId: 'string',
  type: 'string',
  content: 'string',
  createdAt: 'number',
  deliveryBase: 'number',
  deliverySlots: 'number',
});

const CONTENT_FIELDS = ['payload', 'message', 'agents'] as const;

export function insertEvent(event: LoggedEvent): Change {
  const { payload, message, agents, ...facts } = event;
  const row: EventRow = { ...facts, content: JSON.stringify({ payload, message, agents }) };
  return insert({ ...eventKey(event.organizationId, event.id), ...row });
}

export function eventOfRow(row: Row<EventRow>): LoggedEvent {
  const { pk: _pk, sk: _sk, content, ...facts } = row;
  return { ...facts, ...(JSON.parse(content) as Pick<LoggedEvent, (typeof CONTENT_FIELDS)[number]>) };
}

export async function findEvent(
  table: Table,
  organizationId: string,
  eventId: string,
): Promise<LoggedEvent | undefined> {
  if (!isId('event', eventId)) return undefined;
  const row = await getRow(table, decodeEventRow, eventKey(organizationId, eventId), { strong: true });
  return row && eventOfRow(row);
}

/** Many events by id, of possibly many organizations: what a batch of deliveries needs, in one request. */
export async function findEvents(
  table: Table,
  wanted: readonly { organizationId: string; eventId: string }[],
): Promise<Map<string, LoggedEvent>> {
  const rows = await getRows(
    table,
    decodeEventRow,
    wanted.map(({ organizationId, eventId }) => eventKey(organizationId, eventId)),
  );
  return new Map(rows.map((row) => [row.id, eventOfRow(row)]));
}

/** Events before a time (exclusive), newest first. */
export function eventsBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst(
    table,
    decodeEventRow,
    { pk: `${PREFIX.event}${organizationId}`, kind: 'event' },
    before,
    pageSize,
  );
}

/** Events after `since` up to and with `until`, oldest first, all of them committed. See: docs/architecture.md#four-decisions. */
export function eventsBetween(table: Table, organizationId: string, since: number, until: number) {
  return queryRows(table, decodeEventRow, {
    pk: `${PREFIX.event}${organizationId}`,
    from: firstIdAt('event', since + 1),
    to: lastIdAt('event', until),
    // A follower wants the next event: of a long backlog it should not pay for more than about a read unit.
    firstPage: 4,
    strong: true,
  });
}
