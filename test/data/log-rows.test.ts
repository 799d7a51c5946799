import { expect, test } from 'vitest';
import { TICKET_CLOSED } from '#shared/data/change.ts';
import { ContentionError } from '#shared/data/contention-error.ts';
import { anyRow } from '#shared/data/decode-row.ts';
import { closeTicket } from '#shared/data/direct-writes/tombstone.ts';
import {
  contentBytes,
  eventOfRow,
  eventOfStreamRow,
  findEvent,
  findEvents,
  insertEvent,
  logRowsAt,
  logRowsBetween,
  tombstoneRow,
} from '#shared/data/entities/log/event.ts';
import { getRow, type Row } from '#shared/data/table-client.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { PermanentError } from '#shared/domain/errors/permanent-error.ts';
import { idTime, makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DAY } from '#shared/domain/time/time.ts';
import { partitionRows } from '../support/partition-rows.ts';
import { strengthOf } from '../support/recorded-reads.ts';
import { eventAt, storeEvents } from '../support/stored-log.ts';
import { AT, newOrganizationId, useRows } from '../support/use-rows.ts';

const rows = useRows();

const times = async (range: { after?: number; before?: number }, newestFirst = false) => {
  const found = await Array.fromAsync(logRowsBetween(rows.table, rows.org, range, { newestFirst, strong: true }));
  return found.map(({ entry }) => entry.ticket.time);
};

test.each([
  ['without a request', undefined],
  ['of a request', '0190c7a2-1b2c-7d3e-8f40-5a6b7c8d9e0f'],
  ['of a request with an id of another form', 'req_1'],
])('An event %s is read as it was appended', async (_name, requestId) => {
  const event = eventAt(rows.org, AT, {
    message: { id: 'm', direction: 'inbound', from: [], subject: 's', snippet: '', has_attachments: false },
    agents: [{ id: 'agt_1', handle: 'ada', display_name: 'Ada' }],
    ...(requestId !== undefined && { requestId }),
  });
  await storeEvents(rows.table, [event]);
  const row = await findEvent(rows.table, rows.org, event.id);
  if (row === undefined) throw new Error('the event is stored');
  expect(await eventOfRow(rows.table, row)).toEqual(event);
});

test('A row of an earlier form, with its organization and request as attributes, is the same event', async () => {
  const event = eventAt(rows.org, AT, { requestId: 'req_1' });
  const { row } = insertEvent(event, []);
  const { rid: _rid, ...earlier } = row;
  const decoded = eventOfStreamRow({ ...earlier, organizationId: rows.org, requestId: 'req_1' } as Row);
  expect(decoded).toMatchObject({ organizationId: rows.org, requestId: 'req_1', id: event.id });
  expect(eventOfStreamRow(row)).toMatchObject({ organizationId: rows.org, requestId: 'req_1', id: event.id });
});

test('The row of an event repeats neither its organization nor, without a request, the id of one', async () => {
  const event = eventAt(rows.org, AT);
  await storeEvents(rows.table, [event]);
  const [row] = await partitionRows(rows.table, `EVENT#${rows.org}`);
  expect(row).not.toHaveProperty('organizationId');
  expect(row).not.toHaveProperty('rid');
  expect(row).toMatchObject({ content: JSON.stringify({ payload: event.payload, message: null, agents: null }) });
});

test('Large content of an event belongs to its organization, and a closed ticket makes the commit take another', () => {
  const change = insertEvent(eventAt(rows.org, AT), []);
  expect(change).toMatchObject({
    contentOwner: { kind: 'event', organizationId: rows.org },
    onConditionFailed: TICKET_CLOSED,
  });
});

test('An event is found by its whole id and its organization, and not by another id of its time', async () => {
  const event = eventAt(rows.org, AT);
  await storeEvents(rows.table, [event]);
  expect(await findEvent(rows.table, rows.org, event.id)).toMatchObject({ id: event.id });
  const ofTime = makeId('event', AT, randomPart());
  expect(await findEvent(rows.table, rows.org, ofTime)).toBeUndefined();
  await closeTicket(rows.table, rows.org, { time: AT + 2 }, AT);
  expect(await findEvent(rows.table, rows.org, makeId('event', AT + 2, randomPart()))).toBeUndefined();
  expect(await findEvent(rows.table, rows.org, makeId('event', AT + 1, randomPart()))).toBeUndefined();
  expect(await findEvent(rows.table, newOrganizationId(), event.id)).toBeUndefined();
  expect(await strengthOf(rows.table, (table) => findEvent(table, rows.org, 'evt_x'))).toEqual([]);
  expect(await strengthOf(rows.table, (table) => findEvent(table, rows.org, event.id))).toEqual([true]);
});

test('The events of a batch are found in any organization, without closed tickets and missing ones', async () => {
  const other = newOrganizationId();
  const [mine, theirs] = [eventAt(rows.org, AT), eventAt(other, AT)];
  await storeEvents(rows.table, [mine, theirs]);
  await closeTicket(rows.table, rows.org, { time: AT + 1 }, AT);
  const wanted = [
    { organizationId: rows.org, eventId: mine.id },
    { organizationId: other, eventId: theirs.id },
    { organizationId: rows.org, eventId: makeId('event', AT + 1, randomPart()) },
    { organizationId: rows.org, eventId: makeId('event', AT + 2, randomPart()) },
  ];
  const found = await findEvents(rows.table, wanted);
  expect([...found.keys()].sort()).toEqual([mine.id, theirs.id].sort());
  expect(found.get(theirs.id)).toMatchObject({ organizationId: other });
  expect(await strengthOf(rows.table, (table) => findEvents(table, wanted))).toEqual([false]);
});

test('The rows of the log are between two times, both excluded, in both directions', async () => {
  await storeEvents(
    rows.table,
    [0, 1, 2, 3].map((ms) => eventAt(rows.org, AT + ms)),
  );
  expect(await times({})).toEqual([AT, AT + 1, AT + 2, AT + 3]);
  expect(await times({}, true)).toEqual([AT + 3, AT + 2, AT + 1, AT]);
  expect(await times({ after: AT, before: AT + 3 })).toEqual([AT + 1, AT + 2]);
  expect(await times({ after: AT })).toEqual([AT + 1, AT + 2, AT + 3]);
  expect(await times({ before: AT + 1 })).toEqual([AT]);
  expect(await times({ after: AT, before: AT + 1 })).toEqual([]);
});

test('A ticket is an event with the tickets before it, or a tombstone, with them only if its writer closed it', async () => {
  const event = eventAt(rows.org, AT);
  await storeEvents(rows.table, [{ ...event, predecessors: [AT - 1, AT - 40] }]);
  await closeTicket(rows.table, rows.org, { time: AT + 1 }, AT);
  await closeTicket(rows.table, rows.org, { time: AT + 2, predecessors: [AT] }, AT);
  const found = await logRowsAt(rows.table, rows.org, [AT, AT + 1, AT + 2, AT + 3]);
  const entries = found.map(({ entry }) => entry).sort((a, b) => a.ticket.time - b.ticket.time);
  expect(entries).toEqual([
    { kind: 'event', ticket: { time: AT, predecessors: [AT - 1, AT - 40] } },
    { kind: 'tombstone', ticket: { time: AT + 1 } },
    { kind: 'tombstone', ticket: { time: AT + 2, predecessors: [AT] } },
  ]);
  expect(found.flatMap((row) => row.event?.id ?? [])).toEqual([event.id]);
  expect(await strengthOf(rows.table, (table) => logRowsAt(table, rows.org, [AT]))).toEqual([true]);
});

test('The tombstone of a ticket expires, has its key, and is no event of the stream', async () => {
  await closeTicket(rows.table, rows.org, { time: AT }, AT + 500);
  const stored = await getRow(rows.table, anyRow, { pk: `EVENT#${rows.org}`, sk: idTime('event', AT) });
  expect(stored).toEqual(tombstoneRow(rows.org, { time: AT }, AT + 500 + DAY));
  expect(stored).toMatchObject({ tombstone: AT, expires_at: Math.ceil((AT + 500 + DAY) / 1000) });
  expect(stored).not.toHaveProperty('predecessors');
  expect(eventOfStreamRow(stored as Row)).toBeUndefined();
});

test('A closed ticket refuses its event, which then is not in the log', async () => {
  await closeTicket(rows.table, rows.org, { time: AT }, AT);
  const plan: Plan<void> = { build: (tx) => tx.put(insertEvent(eventAt(rows.org, AT), [])) };
  await expect(commit(rows.table, plan, { now: () => AT, isOver: () => true })).rejects.toBeInstanceOf(ContentionError);
  expect(await times({})).toEqual([AT]);
});

test('The content of an event counts as stored bytes, in the row or in the bucket', async () => {
  const { row } = insertEvent(eventAt(rows.org, AT, { payload: { text: 'ü' } }), []);
  const event = eventOfStreamRow(row);
  if (event === undefined) throw new Error('the row is an event');
  expect(contentBytes(event)).toBe(Buffer.byteLength(String(row.content)));
  const { content: _content, ...inBucket } = event;
  expect(contentBytes({ ...inBucket, object: { key: 'k', bytes: 5000, sha256: 's' } })).toBe(5000);
  expect(contentBytes(inBucket)).toBe(0);
  await expect(eventOfRow(rows.table, inBucket)).rejects.toBeInstanceOf(PermanentError);
});
