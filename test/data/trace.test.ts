import { beforeEach, expect, test } from 'vitest';
import { readLateTimes } from '#shared/data/entities/delivery/delivery.ts';
import { allWebhooks } from '#shared/data/entities/delivery/webhook.ts';
import type { EventRow } from '#shared/data/entities/log/event.ts';
import { eventDeliveries } from '#shared/services/deliveries/event-deliveries.ts';
import { createDeliveries } from '#shared/services/deliveries/start-deliveries.ts';
import { BAD, DeliveryHarness, OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { eventsOf } from '../support/event-log.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receivingAgent } from '../support/receiving-agent.ts';
import { makeShortKey } from '../support/short-key.ts';
import { eventAt, storeEvents } from '../support/stored-log.ts';

/** What a trace finds from each of its ids, and what it leaves out for each reader. */

const engine = useEngine();
const harness = new DeliveryHarness(engine);
let api: InProcessApi;
let made: Awaited<ReturnType<typeof receivingAgent>>;

beforeEach(async () => {
  memoryBucket();
  api = new InProcessApi(engine.table);
  made = await receivingAgent(engine.table, api);
});

const trace = async (id: string, key = made.key) => {
  const { status, body } = await api.call('getTrace', { key, params: { id } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.steps;
};
const kindsOf = (steps: readonly { kind: string }[]) => steps.map(({ kind }) => kind);
const missing = async (id: string, key: string) => {
  const { status, body } = await api.call('getTrace', { key, params: { id } });
  expect(status).toBe(404);
  return JSON.stringify(body);
};

/** Registers an endpoint, of the organization or of an agent. */
const endpoint = (key = made.key) => api.call('createWebhook', { key, body: { url: 'https://receiver.example/hook' } });

/** Creates the deliveries of an event as the relay does. */
async function deliveriesOf(event: EventRow) {
  return createDeliveries(engine.table, eventDeliveries(event, await allWebhooks(engine.table, made.organizationId)));
}

/** An email that has arrived, with its event and the deliveries of that. */
async function delivered(mail: Parameters<typeof made.arrive>[0] = {}) {
  const message = await made.arrive(mail);
  const event = (await eventsOf(engine.table, made.organizationId)).at(-1);
  if (event === undefined) throw new Error('the email has no event');
  return { id: message.id ?? '', message, event, deliveries: await deliveriesOf(event) };
}

/** Makes an attempt of a delivery. */
async function attempt(id: { id: string; organizationId: string }, outcome: typeof OK, now = Date.now()) {
  const delivery = await harness.read(id as Parameters<typeof harness.read>[0]);
  await harness.record(await harness.claimed(delivery, now), outcome, [0], now);
}

test('An email, its event, its delivery and its request lead to the same trace, in order', async () => {
  await endpoint();
  const { id, message, event, deliveries } = await delivered({ fields: ['Subject: Order 7'] });
  const [delivery] = deliveries;
  if (delivery === undefined) throw new Error('no delivery');
  await attempt(delivery, BAD);
  await attempt(delivery, OK);
  const steps = await trace(id);
  const known = ['mail', 'event', 'delivery', 'attempt', 'attempt'];
  expect(kindsOf(steps).filter((kind) => kind !== 'reading')).toEqual(known);
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).sort());
  expect(steps[0]).toEqual({
    at: message.created_at,
    kind: 'mail',
    id,
    summary: 'Email from sam@partner.example: Order 7',
    status: 'received',
    detail: {
      direction: 'inbound',
      identity_id: made.agent.id,
      thread_id: message.thread_id,
      folder: 'inbox',
      from: ['sam@partner.example'],
      to: [made.mailbox.address],
      subject: 'Order 7',
      detail: null,
    },
  });
  expect(steps.find(({ kind }) => kind === 'event')).toMatchObject({ id: event.id, summary: 'mail.received' });
  expect(steps.find(({ kind }) => kind === 'delivery')).toMatchObject({
    id: delivery.id,
    status: 'delivered',
    summary: 'mail.received to https://receiver.example/hook',
  });
  expect(steps.filter(({ kind }) => kind === 'attempt').map(({ status, summary }) => [status, summary])).toEqual([
    ['failed', 'Attempt: HTTP 500, 5 ms'],
    ['succeeded', 'Attempt: HTTP 200, 5 ms'],
  ]);
  expect(await trace(event.id)).toEqual(steps);
  expect(await trace(delivery.id)).toEqual(steps);
});

test('The deliveries of an endpoint that was deleted since, and of a late one after a replay, are in the trace', async () => {
  const { body } = await endpoint();
  const { id, event } = await delivered();
  await api.call('deleteWebhook', { key: made.key, params: { id: body.id } });
  expect((await trace(id)).filter(({ kind }) => kind === 'delivery')).toHaveLength(1);
  await endpoint();
  await api.call('replayEvent', { key: made.key, params: { id: event.id } });
  const late = (await readLateTimes(engine.table, made.organizationId, event.id)).times;
  const webhooks = await allWebhooks(engine.table, made.organizationId);
  await createDeliveries(engine.table, eventDeliveries(event, webhooks, { id: 'replay', late }));
  expect((await trace(id)).filter(({ kind }) => kind === 'delivery')).toHaveLength(2);
});

test('The trace of an email has its warnings, the email that it answers and the reply to it', async () => {
  const first = await made.arrive({ fields: ['Subject: Hello'], verified: false });
  const params = { id: made.agent.id };
  const body = { in_reply_to_message_id: first.id, text: 'Thanks.' };
  const sent = await api.call('sendMail', { key: made.agent.key, params, body });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  const steps = await trace(first.id ?? '');
  expect(steps.find(({ kind }) => kind === 'reply')).toMatchObject({ id: sent.body.id, status: 'queued' });
  if ((first.content_warnings ?? []).length > 0) {
    expect(steps.find(({ kind }) => kind === 'reading')?.detail).toEqual({ warnings: first.content_warnings });
  }
  const ofReply = await trace(String(sent.body.id));
  expect(ofReply.filter(({ kind }) => kind === 'mail').map(({ id }) => id)).toEqual([first.id, sent.body.id]);
});

test('An agent sees its own trace, and the deliveries of its own endpoints only', async () => {
  await endpoint();
  await endpoint(made.agent.key);
  const { id, event, deliveries } = await delivered();
  const other = await api.agent(made.key);
  const foreign = await api.organization();
  const own = await trace(id, made.agent.key);
  expect((await trace(id)).filter(({ kind }) => kind === 'delivery')).toHaveLength(2);
  const seen = own.filter(({ kind }) => kind === 'delivery').map((step) => step.id);
  expect(seen).toEqual(deliveries.filter(({ identityId }) => identityId === made.agent.id).map((one) => one.id));
  const hidden = deliveries.find(({ identityId }) => identityId === null)?.id ?? '';
  const absent = await missing(
    id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    made.key,
  );
  const withoutId = (text: string) => text.replace(/"request_id":"[^"]*"/, '');
  for (const [what, key] of [
    [id, other.key],
    [event.id, other.key],
    [hidden, other.key],
    [hidden, made.agent.key],
    [id, foreign.key],
    [event.id, foreign.key],
    [hidden, foreign.key],
    [event.requestId ?? 'req', foreign.key],
  ] as const) {
    expect(withoutId(await missing(what, key)), what).toBe(withoutId(absent));
  }
});

test('A credential with scopes sees what its scopes show, and no deliveries', async () => {
  await endpoint(made.agent.key);
  const { id, event, deliveries } = await delivered();
  const reading = await makeShortKey(api, made.key, made.agent.id, ['mail.read']);
  const kinds = kindsOf(await trace(id, reading));
  expect(kinds).toContain('event');
  expect(kinds).not.toContain('delivery');
  await missing(deliveries[0]?.id ?? '', reading);
  const tasks = await makeShortKey(api, made.key, made.agent.id, ['tasks']);
  await missing(id, tasks);
  await missing(event.id, tasks);
});

test('A request leads to the events that it has appended', async () => {
  const { id } = await delivered();
  const requestId = 'e7a3c1d2-0000-4000-8000-00000000abcd';
  const event = eventAt(made.organizationId, Date.now(), { aggregateId: id, identityId: made.agent.id, requestId });
  await storeEvents(engine.table, [event]);
  const steps = await trace(requestId);
  expect(steps.find((step) => step.id === event.id)?.detail).toMatchObject({ request_id: requestId });
  expect(steps.find(({ kind }) => kind === 'mail')).toMatchObject({ id });
  await missing('e7a3c1d2-0000-4000-8000-00000000abce', made.key);
  await missing('not a request id', made.key);
});
