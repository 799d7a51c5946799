import { beforeEach, expect, test } from 'vitest';
import { BEFORE_MS, TRACE_BOUNDS } from '#functions/http/events/trace/trace-bounds.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { logRowsBetween } from '#shared/data/entities/log/event.ts';
import { insertOutcomeDedup } from '#shared/data/entities/mail/mail-outcome.ts';
import { insertThreadMember } from '#shared/data/entities/mail/thread-members.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { ID_PREFIX, makeId, randomPart, timeOfId } from '#shared/domain/ids/ids.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { createDeliveries } from '#shared/services/deliveries/start-deliveries.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withQueries } from '../support/intercepted-table.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receivingAgent } from '../support/receiving-agent.ts';
import { eventAt, storeEvents } from '../support/stored-log.ts';

/** What a trace reads and returns at most, and how it says that something is left out. */

const engine = useEngine();
let api: InProcessApi;
let made: Awaited<ReturnType<typeof receivingAgent>>;

beforeEach(async () => {
  memoryBucket();
  api = new InProcessApi(engine.table);
  made = await receivingAgent(engine.table, api);
});

/** An email that has arrived. */
async function arrived() {
  const message = await made.arrive();
  return { message, id: message.id ?? '' };
}

const trace = async (id: string) => {
  const { status, body } = await api.call('getTrace', { key: made.key, params: { id } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.steps;
};
type Steps = Awaited<ReturnType<typeof trace>>;
const idsOf = (steps: Steps, wanted: string) => steps.filter(({ kind }) => kind === wanted).map(({ id }) => id);
const limitsOf = (steps: Steps) => steps.filter(({ kind }) => kind === 'log_limit');
const boundsOf = (steps: Steps) => limitsOf(steps).map(({ at, detail }) => [detail.bound, at]);

test('In a long log the events at known times are found, and a step says that others may be missing', async () => {
  const { id, message } = await arrived();
  const at = timeOfId('message', id);
  const day = 24 * 3_600_000;
  const filler = Array.from({ length: 1_100 }, (_, index) => eventAt(made.organizationId, at + 10_000 + index));
  await storeEvents(engine.table, filler);
  const late = eventAt(made.organizationId, at + day, {
    type: 'mail.delivered',
    identityId: made.agent.id,
    aggregateId: id,
    payload: { messageId: id, threadId: String(message.thread_id), detail: { recipient: 'sam@partner.example' } },
  });
  const lost = eventAt(made.organizationId, at + 2 * day, { type: 'mail.delivered', aggregateId: id });
  await storeEvents(engine.table, [late, lost]);
  const recorded = insertOutcomeDedup(id, { kind: 'delivered', recipient: 'sam@partner.example' }, late.createdAt);
  await commit(engine.table, { build: (tx) => tx.put(recorded) }, { now: Date.now });
  const steps = await trace(id);
  expect(limitsOf(steps)).toHaveLength(1);
  expect(steps.find(({ kind }) => kind === 'outcome')).toMatchObject({
    id: late.id,
    status: 'delivered',
    summary: 'Delivered to sam@partner.example',
  });
  expect(steps.map((step) => step.id)).not.toContain(lost.id);
});

test('A step says that the log is longer only if it has a row more than a trace reads', async () => {
  const { id, message } = await arrived();
  const { organizationId } = made;
  const start = timeOfId('message', id);
  const after = Date.parse(String(message.created_at)) - BEFORE_MS;
  const known = await Array.fromAsync(logRowsBetween(engine.table, organizationId, { after }, { strong: true }));
  const fillerFrom = start + 10_000;
  const filler = Array.from({ length: TRACE_BOUNDS.logRows - known.length + 1 }, (_, at) =>
    eventAt(organizationId, fillerFrom + at),
  );
  const last = filler.pop();
  if (last === undefined) throw new Error('no filler');
  await storeEvents(engine.table, filler);
  expect(limitsOf(await trace(id))).toEqual([]);
  await storeEvents(engine.table, [last]);
  expect(limitsOf(await trace(id))).toEqual([
    {
      at: timestamp(last.createdAt - 1),
      kind: 'log_limit',
      id,
      summary: expect.stringMatching(/more than 1000 rows from the start .* read in full until this time/),
      status: null,
      detail: { bound: 'log' },
    },
  ]);
});

test('Of more events than a trace has, it shows the newest and the one that was asked for, and says so', async () => {
  const { id } = await arrived();
  const from = timeOfId('message', id) + 10_000;
  const about = { aggregateId: id, identityId: made.agent.id };
  const events = Array.from({ length: 130 }, (_, at) => eventAt(made.organizationId, from + at, about));
  await storeEvents(engine.table, events);
  const ids = events.map((event) => event.id);
  const at = (index: number) => timestamp(from + index);

  const ofMessage = await trace(id);
  expect(idsOf(ofMessage, 'event')).toEqual(ids.slice(-100));
  expect(boundsOf(ofMessage)).toEqual([
    ['events', at(29)],
    ['delivery_sources', at(104)],
  ]);
  const ofEvent = await trace(ids[3] ?? '');
  expect(idsOf(ofEvent, 'event')).toEqual([ids[3], ...ids.slice(-99)]);
  expect(boundsOf(ofEvent)[0]).toEqual(['events', at(30)]);
});

test('Of more deliveries than a trace has, it shows the newest and the one that was asked for, and says so', async () => {
  const { id } = await arrived();
  const from = timeOfId('message', id) + 10_000;
  const about = { aggregateId: id, identityId: made.agent.id, deliverySlots: 130 };
  const event = eventAt(made.organizationId, from, about);
  await storeEvents(engine.table, [event]);
  const target = { organizationId: made.organizationId, identityId: null, url: 'https://receiver.example/hook' };
  const deliveries = await createDeliveries(
    engine.table,
    Array.from({ length: 130 }, (_, at) =>
      newDelivery({ ...target, id: makeId('webhook', from + at, randomPart()) }, event, from + at),
    ),
  );
  const ids = deliveries.sort((a, b) => a.createdAt - b.createdAt).map((delivery) => delivery.id);
  const ofMessage = await trace(id);
  expect(idsOf(ofMessage, 'delivery')).toEqual(ids.slice(-100));
  expect(boundsOf(ofMessage)).toEqual([['deliveries', timestamp(from + 29)]]);
  expect(idsOf(await trace(ids[3] ?? ''), 'delivery')).toEqual([ids[3], ...ids.slice(-99)]);
});

test('A trace reads no more of a long thread than it looks at', async () => {
  const { message, id } = await arrived();
  const thread = { identityId: made.agent.id, id: String(message.thread_id) };
  const from = timeOfId('message', id) - 200_000;
  const members = Array.from({ length: TRACE_BOUNDS.threadMessages + 20 }, (_, at) =>
    insertThreadMember(thread, { messageId: makeId('message', from + at, randomPart()) }),
  );
  await commit(engine.table, { build: (tx) => tx.put(...members) }, { now: Date.now });
  const read: number[] = [];
  const table = withQueries(engine.table, (pk, rows) => {
    if (pk.endsWith(thread.id)) read.push(rows);
  });
  const { status } = await new InProcessApi(table).call('getTrace', { key: made.key, params: { id } });
  expect(status).toBe(200);
  expect(read).toEqual([TRACE_BOUNDS.threadMessages]);
});

test.each(['0'.repeat(26), '7ZZZZZZZZZ0000000000000000', `7${'Z'.repeat(25)}`])(
  'An id with the time of %s is missing, whatever it is of',
  async (ulid) => {
    for (const prefix of Object.values(ID_PREFIX)) {
      const id = `${prefix}_${ulid}`;
      const { status } = await api.call('getTrace', { key: made.key, params: { id } });
      expect(status, id).toBe(404);
    }
  },
);
