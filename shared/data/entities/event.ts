import type { LoggedEvent } from '../../domain/events.ts';
import { firstIdAt, isId, lastIdAt } from '../../domain/ids.ts';
import { type Change, insert } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, queryRows, type Row, type Table } from '../table-client.ts';

/**
 * The row key of an event. Each organization has a partition, sorted by the event's id, which contains `created_at`:
 * one key serves get, `since`, `before` and replay, and the event of another organization is never found.
 */
export function eventKey(organizationId: string, eventId: string): Key {
  return { pk: `${PREFIX.event}${organizationId}`, sk: eventId };
}

/**
 * An event as stored. Its content is one JSON text, because DynamoDB does not keep the order of a map's keys, and a
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
  const { payload, message, agents, ...attributes } = event;
  const row: EventRow = { ...attributes, content: JSON.stringify({ payload, message, agents }) };
  return insert({ ...eventKey(event.organizationId, event.id), ...row });
}

export function eventOfRow(row: Row<EventRow>): LoggedEvent {
  const { pk: _pk, sk: _sk, content, ...attributes } = row;
  return { ...attributes, ...(JSON.parse(content) as Pick<LoggedEvent, (typeof CONTENT_FIELDS)[number]>) };
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

/** Events by id, of one or more organizations: those of a batch of deliveries, in one request. */
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

/** Events after `since`, up to and including `until`, oldest first. See: docs/architecture.md#four-decisions. */
export function eventsBetween(table: Table, organizationId: string, since: number, until: number) {
  return queryRows(table, decodeEventRow, {
    pk: `${PREFIX.event}${organizationId}`,
    from: firstIdAt('event', since + 1),
    to: lastIdAt('event', until),
    // A follower needs one event: of a long backlog, it should read no more than about one read unit.
    firstPage: 4,
    strong: true,
  });
}
