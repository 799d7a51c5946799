import { packRequestId, unpackRequestId } from '#shared/domain/http/request-scope.ts';
import { idTime, isId, MAX_TIME, timePartOf } from '#shared/domain/ids/ids.ts';
import type { EventContent, EventHead, LoggedEvent } from '#shared/domain/log/events.ts';
import type { ClosedTicket, LogEntry } from '#shared/domain/log/log-order.ts';
import { readTimeGaps, writeTimeGaps } from '#shared/domain/log/time-gaps.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { insert, type PutChange, TICKET_CLOSED } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { type RowContent, readContent } from '../../large-content.ts';
import { PREFIX } from '../../table.ts';
import {
  type DecodeRow,
  getRow,
  getRows,
  type Key,
  queryRows,
  type RangeQuery,
  type Row,
  type Table,
} from '../../table-client.ts';

/**
 * The row key of an event. Each organization has a partition, sorted by the time of the event, which no other event of
 * the organization has: one key serves get, `since`, `before` and replay, and the event of another organization is
 * never found. The key of an event follows from its ticket.
 */
export function eventKey(organizationId: string, event: { id: string }): Key {
  return { pk: `${PREFIX.event}${organizationId}`, sk: timePartOf('event', event.id) };
}

function keyAt(organizationId: string, time: number): Key {
  return { pk: `${PREFIX.event}${organizationId}`, sk: idTime('event', time) };
}

/**
 * An event as stored. Its content is one JSON text, because DynamoDB does not keep the order of a map's keys, and a
 * delivery, its retries and its replays have to send the same bytes. Large content is in the bucket.
 */
export type EventRow = EventHead &
  RowContent & {
    /** The times of its predecessors in the log, in the form of `writeTimeGaps`. */
    predecessors: string;
  };

/** The attributes of the row, in addition to its key. They are in every event, so they are few and short. */
type StoredEvent = Omit<EventRow, 'organizationId' | 'requestId'> & {
  /** The id of the request, packed. */
  rid?: string;
};

/** What is at the time of a closed ticket. */
interface TombstoneRow {
  tombstone: number;
  /** As in an event, if the writer of the ticket has closed it. */
  predecessors?: string;
  expires_at: number;
}

const checkEventRow = rowDecoder<EventRow>({
  id: 'string',
  organizationId: 'string',
  type: 'string',
  content: 'string?',
  object: 'object?',
  createdAt: 'number',
  deliveryBase: 'number',
  deliverySlots: 'number',
  predecessors: 'string',
});

/** The organization is in the key. Rows of an earlier form have it as an attribute too. */
function decodeEventRow({ rid, ...row }: Row): Row<EventRow> {
  const organizationId = row.pk.slice(PREFIX.event.length);
  const requestId = typeof rid === 'string' ? { requestId: unpackRequestId(rid) } : {};
  return checkEventRow({ ...row, organizationId, ...requestId });
}

/** A row of the log: the entry that orders it, and the event if it is one. */
export interface LogRow {
  entry: LogEntry;
  event?: Row<EventRow>;
}

const isTombstone = (row: object): row is TombstoneRow => 'tombstone' in row;

const decodeLogRow: DecodeRow<LogRow> = (row) => {
  const { pk, sk } = row;
  if (isTombstone(row)) return { pk, sk, entry: { kind: 'tombstone', ticket: closedTicketOf(row) } };
  const event = decodeEventRow(row);
  const predecessors = readTimeGaps(event.createdAt, event.predecessors);
  return { pk, sk, entry: { kind: 'event', ticket: { time: event.createdAt, predecessors } }, event };
};

function closedTicketOf({ tombstone: time, predecessors }: TombstoneRow): ClosedTicket {
  return predecessors === undefined ? { time } : { time, predecessors: readTimeGaps(time, predecessors) };
}

/** Writes an event at its ticket, unless a reader has closed the ticket meanwhile. */
export function insertEvent(event: LoggedEvent, predecessors: readonly number[]): PutChange {
  const { payload, message, agents, requestId, organizationId, ...attributes } = event;
  const row: StoredEvent = {
    ...attributes,
    content: JSON.stringify({ payload, message, agents }),
    predecessors: writeTimeGaps(event.createdAt, predecessors),
    ...(requestId !== undefined && { rid: packRequestId(requestId) }),
  };
  return {
    ...insert({ ...eventKey(organizationId, event), ...row }, TICKET_CLOSED),
    contentOwner: { kind: 'event', organizationId },
  };
}

/** The row that closes a ticket. `expiresAt` is in milliseconds. */
export function tombstoneRow(
  organizationId: string,
  { time, predecessors }: ClosedTicket,
  expiresAt: number,
): Row<TombstoneRow> {
  return {
    ...keyAt(organizationId, time),
    tombstone: time,
    ...(predecessors !== undefined && { predecessors: writeTimeGaps(time, predecessors) }),
    expires_at: epochSeconds(expiresAt),
  };
}

/** The event of a row of the stream; `undefined` for a tombstone. */
export function eventOfStreamRow(row: Row): Row<EventRow> | undefined {
  return isTombstone(row) ? undefined : decodeEventRow(row);
}

/** The size of an event's content as it is stored. */
export function contentBytes({ content, object }: EventRow): number {
  return object?.bytes ?? Buffer.byteLength(content ?? '');
}

/** The event of a row, with its content. */
export async function eventOfRow(table: Table, row: Row<EventRow>): Promise<LoggedEvent> {
  const { pk: _pk, sk: _sk, content: _content, object: _object, predecessors: _predecessors, ...head } = row;
  return { ...head, ...(JSON.parse(await readContent(table, row)) as EventContent) };
}

export async function findEvent(
  table: Table,
  organizationId: string,
  eventId: string,
): Promise<Row<EventRow> | undefined> {
  if (!isId('event', eventId)) return undefined;
  const row = await getRow(table, decodeLogRow, eventKey(organizationId, { id: eventId }), { strong: true });
  return row?.event?.id === eventId ? row.event : undefined;
}

/** Events by id, of one or more organizations: those of a batch of deliveries, in one request. */
export async function findEvents(
  table: Table,
  wanted: readonly { organizationId: string; eventId: string }[],
): Promise<Map<string, Row<EventRow>>> {
  const rows = await getRows(
    table,
    decodeLogRow,
    wanted.map(({ organizationId, eventId }) => eventKey(organizationId, { id: eventId })),
  );
  return new Map(rows.flatMap(({ event }) => (event === undefined ? [] : [[event.id, event]])));
}

/** The rows of the log at these times, as far as there are any, by strongly consistent reads. */
export function logRowsAt(table: Table, organizationId: string, times: readonly number[]): Promise<Row<LogRow>[]> {
  const keys = times.map((time) => keyAt(organizationId, time));
  return getRows(table, decodeLogRow, keys, { strong: true });
}

/** The rows of the log between two times, both exclusive, oldest first unless `newestFirst` is set. */
export function logRowsBetween(
  table: Table,
  organizationId: string,
  { after = 0, before = MAX_TIME }: { after?: number; before?: number },
  options: Omit<RangeQuery, 'pk' | 'from' | 'to'>,
): AsyncGenerator<Row<LogRow>> {
  const { pk, sk: from } = keyAt(organizationId, after + 1);
  return queryRows(table, decodeLogRow, { ...options, pk, from, to: idTime('event', before - 1) });
}
