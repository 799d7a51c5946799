import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_EXAMINED_ROWS } from '#shared/data/bounded-read.ts';
import { takeTicket } from '#shared/data/direct-writes/event-clock.ts';
import { eventOfRow, logRowsBetween } from '#shared/data/entities/log/event.ts';
import { newestEvents } from '#shared/data/event-log/newest-events.ts';
import { collect } from '#shared/data/table-client.ts';
import type { NewEvent } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { webhookBody } from '#shared/domain/delivery/webhook-body.ts';
import { TICKET_LEASE_MS } from '#shared/domain/log/log-order.ts';
import { logMetrics } from '#shared/runtime/log-metrics.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { eventAt, storeEvents } from '../support/stored-log.ts';

const engine = useEngine();
let api: InProcessApi;
let organizationId: string;
let key: string;
let agent: { id: string; key: string };
beforeEach(async () => {
  api = new InProcessApi(engine.table);
  ({ id: organizationId, key } = await api.organization());
  agent = await api.agent(key);
});

interface Mark {
  type?: 'mail.sent' | 'mail.bounced';
  identityId?: string | null;
  thread?: string;
}

function append(marks: readonly (Mark & { id: string })[]) {
  const events = marks.map(({ id, type = 'mail.sent', identityId = null, thread = 'thr_1' }) => {
    const payload = { messageId: id, threadId: thread };
    return { type, identityId, aggregateId: id, threadId: thread, payload } as NewEvent<'mail.sent'>;
  });
  const build = (tx: { appendEvent: (organizationId: string, event: NewEvent<'mail.sent'>) => unknown }) => {
    for (const event of events) tx.appendEvent(organizationId, event);
  };
  return commit(engine.table, { build }, { now: Date.now });
}

/** Events of an earlier day, in one request for 25 of them. */
async function storeMany(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `e${String(index).padStart(4, '0')}`);
  await storeEvents(
    engine.table,
    ids.map((id, index) => eventAt(organizationId, EARLIER + index, { aggregateId: id })),
  );
  return ids;
}

async function list(query: Record<string, string>, who = key) {
  const { status, body, headers } = await api.call('listEvents', { key: who, query });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ids: body.events.map((event) => event.aggregate_id), events: body.events, headers };
}

const START = '2020-01-01T00:00:00Z';
const EARLIER = Date.UTC(2020, 5);

test('A client catches up on a thousand events with five requests, oldest first', async () => {
  const ids = await storeMany(1000);
  const seen: (string | null)[] = [];
  let since = START;
  for (let requests = 0; requests < 5; requests++) {
    const { ids, events } = await list({ since, type: 'mail.sent', limit: '200' });
    seen.push(...ids);
    since = events.at(-1)?.created_at ?? '';
  }
  expect(seen).toEqual(ids);
  const end = await list({ since });
  expect(end.ids).toEqual([]);
  expect(end.headers).not.toHaveProperty('x-aid-more');
});

test('Each filter of the event history is compared for equality, and all of them have to match', async () => {
  await append([
    { id: 'one', identityId: agent.id, thread: 'thr_1' },
    { id: 'two', type: 'mail.bounced', identityId: agent.id, thread: 'thr_2' },
    { id: 'three', thread: 'thr_2' },
  ]);
  const filtered = async (query: Record<string, string>, who = key) => {
    const newest = (await list({ aggregate_type: 'mail_message', ...query }, who)).ids;
    const oldest = (await list({ aggregate_type: 'mail_message', since: START, ...query }, who)).ids;
    expect(oldest).toEqual([...newest].reverse());
    return oldest;
  };
  expect(await filtered({})).toEqual(['one', 'two', 'three']);
  expect(await filtered({ type: 'mail.bounced' })).toEqual(['two']);
  expect(await filtered({ identity_id: agent.id })).toEqual(['one', 'two']);
  expect(await filtered({ aggregate_id: 'three' })).toEqual(['three']);
  expect(await filtered({ thread_id: 'thr_2' })).toEqual(['two', 'three']);
  expect(await filtered({ thread_id: 'thr_2', type: 'mail.sent' })).toEqual(['three']);
  expect(await filtered({ thread_id: 'thr_2', identity_id: agent.id })).toEqual(['two']);
  expect(await filtered({ aggregate_type: 'a2a_task' })).toEqual([]);
  expect(await filtered({}, agent.key)).toEqual(['one', 'two']);
  expect(await filtered({ identity_id: 'me' }, agent.key)).toEqual(['one', 'two']);
});

test('The event of the time in since is excluded, and the one after it is not', async () => {
  await append([{ id: 'one' }, { id: 'two' }]);
  const { events } = await list({ since: START, type: 'mail.sent' });
  expect((await list({ since: events[0]?.created_at ?? '' })).ids).toEqual(['two']);
  expect((await list({ since: events[1]?.created_at ?? '' })).ids).toEqual([]);
});

test('With since and before, the events between the two times are listed, oldest first', async () => {
  await append([{ id: 'one' }, { id: 'two' }, { id: 'three' }, { id: 'four' }]);
  const { events } = await list({ since: START, type: 'mail.sent' });
  const [one, , , four] = events.map(({ created_at }) => created_at);
  if (one === undefined || four === undefined) throw new Error('four events were appended');
  const between = { since: one, before: four };
  expect((await list(between)).ids).toEqual(['two', 'three']);
  const first = await list({ ...between, limit: '1' });
  expect(first.ids).toEqual(['two']);
  expect((await list({ ...between, since: first.events[0]?.created_at ?? '' })).ids).toEqual(['three']);
  expect((await list({ since: four, before: one })).ids).toEqual([]);
  expect((await list({ since: one, before: one })).ids).toEqual([]);
});

test('A page up to before waits for an event that is still being written before that time', async () => {
  await append([{ id: 'first' }]);
  await takeTicket(engine.table, organizationId, Date.now());
  await append([{ id: 'last' }]);
  const rows = logRowsBetween(engine.table, organizationId, {}, { newestFirst: true, limit: 1, strong: true });
  const [last] = await collect(rows, 1);
  const before = new Date(last?.entry.ticket.time ?? 0).toISOString();
  const page = list({ since: START, before, type: 'mail.sent' });
  expect(await Promise.race([page, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).toBe('waits');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TICKET_LEASE_MS + 500 });
  try {
    expect((await page).ids).toEqual(['first']);
  } finally {
    vi.useRealTimers();
  }
});

test('A page that begins at since waits for an event that is still being written, and never continues past it', async () => {
  await append([{ id: 'before' }]);
  await takeTicket(engine.table, organizationId, Date.now());
  await append([{ id: 'after' }]);
  const page = list({ since: START, type: 'mail.sent' });
  const first = await Promise.race([page, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
  expect(first).toBe('waits');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TICKET_LEASE_MS + 500 });
  try {
    expect((await page).ids).toEqual(['before', 'after']);
  } finally {
    vi.useRealTimers();
  }
});

test('A page ends before an event that is written for too long, says so, and continues there', async () => {
  await append([{ id: 'before' }]);
  // More tickets than an event names: no reader can close them all.
  for (let count = 0; count < 40; count++) await takeTicket(engine.table, organizationId, Date.now());
  await append([{ id: 'after' }]);
  const page = list({ since: START, type: 'mail.sent' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * TICKET_LEASE_MS });
  try {
    const { ids, events, headers } = await page;
    expect(ids).toEqual(['before']);
    expect(headers).toMatchObject({ 'x-aid-more': 'true', 'x-aid-more-since': events[0]?.created_at });
  } finally {
    vi.useRealTimers();
  }
});

test('A filter that few events pass ends the page early, says so, and names where to continue', async () => {
  await storeEvents(engine.table, [
    eventAt(organizationId, EARLIER - 1, { type: 'mail.bounced', aggregateId: 'oldest' }),
  ]);
  await storeMany(MAX_EXAMINED_ROWS + 100);
  await append([{ id: 'newest', type: 'mail.bounced' }]);
  const oldestFirst = await list({ since: START, type: 'mail.bounced' });
  expect(oldestFirst.ids).toEqual(['oldest']);
  expect(oldestFirst.headers['x-aid-more']).toBe('true');
  const since = oldestFirst.headers['x-aid-more-since'] ?? '';
  expect((await list({ since, type: 'mail.bounced' })).ids).toEqual(['newest']);

  const newestFirst = await list({ type: 'mail.bounced' });
  expect(newestFirst.ids).toEqual(['newest']);
  expect(newestFirst.headers['x-aid-more']).toBe('true');
  const before = newestFirst.headers['x-aid-more-before'] ?? '';
  const rest = await list({ before, type: 'mail.bounced' });
  expect(rest.ids).toEqual(['oldest']);
  expect(rest.headers).not.toHaveProperty('x-aid-more');
});

test('An unknown or forbidden filter of the event history is refused', async () => {
  const refused = async (query: Record<string, string>, who = key) => {
    const { status, body } = await api.call('listEvents', { key: who, query });
    return [status, body.error?.message];
  };
  expect(await refused({ type: 'mail.read' })).toEqual([400, expect.stringContaining('type: ')]);
  const other = await api.agent(key);
  expect((await refused({ identity_id: other.id }, agent.key))[0]).toBe(403);
});

const ALL = { limit: 50, passes: () => true, pageSize: 50, observer: logMetrics };

test('Events have the bodies of their deliveries where the list is asked for them, of at most 50 events', async () => {
  await append([{ id: 'one', identityId: agent.id }, { id: 'two' }]);
  const { events: rows } = await newestEvents(engine.table, organizationId, ALL);
  const bodies = await Promise.all(rows.map(async (row) => webhookBody(await eventOfRow(engine.table, row))));
  const listed = await list({ since: START, delivery_body: 'true' });
  expect(listed.events.map(({ delivery_body }) => delivery_body)).toEqual(bodies.reverse());
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ organization_id: organizationId, data: { messageId: 'one' } });
  const others = [await list({ since: START }), await list({ since: START, delivery_body: 'false' })];
  for (const { events } of others) expect(events.map((event) => 'delivery_body' in event)).toEqual([false, false]);
  const refused = await api.call('listEvents', { key, query: { delivery_body: 'true', limit: '51' } });
  expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('at most 50') } } });
});
