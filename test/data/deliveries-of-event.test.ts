import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { MAX_EXAMINED_ROWS } from '#shared/data/bounded-read.ts';
import { deliveryKey, readLateTimes } from '#shared/data/entities/delivery/delivery.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { allWebhooks } from '#shared/data/entities/delivery/webhook.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { EventHead } from '#shared/domain/log/events.ts';
import { eventDeliveries } from '#shared/services/deliveries/event-deliveries.ts';
import { createDeliveries } from '#shared/services/deliveries/start-deliveries.ts';
import { countedTable } from '../support/counted-table.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent } from '../support/event-log.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { eventAt, storeEvents } from '../support/stored-log.ts';

const engine = useEngine();
const BATCH = 25;

/** Deliveries of other events, a millisecond apart from a time on. */
async function storeNewer(organizationId: string, count: number, from: number): Promise<void> {
  const endpoint = {
    id: makeId('webhook', from, randomPart()),
    organizationId,
    identityId: null,
    url: 'https://x.example',
  };
  const rows = Array.from({ length: count }, (_, at) => {
    const event = { id: makeId('event', from + at, randomPart()), type: 'mail.sent' };
    const delivery = newDelivery(endpoint, event, from + at);
    return { ...deliveryKey(organizationId, delivery.id), ...delivery };
  });
  for (let start = 0; start < count; start += BATCH) {
    const items = rows.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await engine.table.client.send(new BatchWriteCommand({ RequestItems: { [engine.table.name]: items } }));
  }
}

test('The deliveries of an event are listed however many are newer, of deleted and of later endpoints too', async () => {
  const counted = countedTable(engine.table);
  const api = new InProcessApi(counted.table);
  const { id: organizationId, key } = await api.organization();
  const agent = await api.agent(key);
  const register = async (caller = key) =>
    (await api.call('createWebhook', { key: caller, body: { url: 'https://receiver.example/hook' } })).body.id;
  const [kept, deleted] = [await register(), await register()];
  const event: EventHead = await appendSent(engine.table, organizationId);
  const created = await createDeliveries(
    engine.table,
    eventDeliveries(event, await allWebhooks(engine.table, organizationId)),
  );
  expect(created.map(({ webhookId }) => webhookId).sort()).toEqual([kept, deleted].sort());
  await api.call('deleteWebhook', { key, params: { id: deleted } });

  const later = await register();
  const replayed = await api.call('replayEvent', { key, params: { id: event.id } });
  expect(replayed.body.delivery_ids).toHaveLength(2);
  const { times } = await readLateTimes(engine.table, organizationId, event.id);
  await createDeliveries(
    engine.table,
    eventDeliveries(event, await allWebhooks(engine.table, organizationId), { id: 'r', late: times }).filter(
      ({ webhookId }) => webhookId === later,
    ),
  );
  await storeNewer(organizationId, MAX_EXAMINED_ROWS + 1, Date.now() + 60_000);

  const list = async (query: Record<string, string> = {}, caller = key) => {
    const { body } = await api.call('listDeliveries', { key: caller, query: { event_id: event.id, ...query } });
    return body.deliveries;
  };
  counted.reset();
  const all = await list();
  // The key, the organization, the event, the late times and their delivery, and one read of each partition.
  expect(counted.calls.reads).toBeLessThanOrEqual(5 + 16);
  expect(all.map(({ webhook_id }) => webhook_id).sort()).toEqual([kept, deleted, later].sort());
  const createdAt = all.map(({ created_at }) => created_at);
  expect(createdAt).toEqual([...createdAt].sort().reverse());

  const ids = (rows: typeof all) => rows.map(({ id }) => id);
  expect(ids(await list({ limit: '2' }))).toEqual(ids(all).slice(0, 2));
  expect(ids(await list({ before: createdAt[1] ?? '' }))).toEqual(ids(all).slice(2));
  expect(ids(await list({ since: createdAt[1] ?? '' }))).toEqual(ids(all).slice(0, 1));
  expect(ids(await list({ webhook_id: later }))).toEqual([all[0]?.id]);
  expect(await list({ status: 'delivered' })).toEqual([]);
  expect(await list({ event_type: 'mail.received' })).toEqual([]);
  // The endpoints are those of the organization, and the log is its own.
  expect(await list({}, agent.key)).toEqual([]);
  expect(await list({}, (await api.organization()).key)).toEqual([]);

  // With more deliveries than one request reads, a response says where it stopped, whatever the event.
  const seenBy = async (caller: string, id: string) => {
    counted.reset();
    const { status, headers, body } = await api.call('listDeliveries', { key: caller, query: { event_id: id } });
    const own = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-aid-')));
    return { status, headers: own, body, reads: counted.calls.reads };
  };
  const absent = makeId('event', Date.now(), randomPart());
  const missing = await seenBy(agent.key, absent);
  expect(missing.headers).toHaveProperty('x-aid-more', 'true');
  expect(await seenBy(agent.key, event.id)).toEqual(missing);
  expect((await seenBy(key, event.id)).headers).not.toHaveProperty('x-aid-more');
});

test('A replay by an agent returns the deliveries that it may read, and one by the organization all of them', async () => {
  const api = new InProcessApi(engine.table);
  const { id: organizationId, key } = await api.organization();
  const agent = await api.agent(key);
  const register = async (caller: string) =>
    (await api.call('createWebhook', { key: caller, body: { url: 'https://receiver.example/hook' } })).body.id;
  const event = eventAt(organizationId, Date.now(), { identityId: agent.id });
  await storeEvents(engine.table, [event]);
  const replay = async (caller: string) => {
    const { status, body } = await api.call('replayEvent', { key: caller, params: { id: event.id } });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.delivery_ids;
  };
  const ofOrganization = await register(key);
  expect(await replay(agent.key)).toEqual([]);
  const own = await register(agent.key);
  const byAgent = await replay(agent.key);
  const all = await replay(key);
  const { times } = await readLateTimes(engine.table, organizationId, event.id);
  const webhooks = await allWebhooks(engine.table, organizationId);
  const created = await createDeliveries(engine.table, eventDeliveries(event, webhooks, { id: 'r', late: times }));
  const idsOf = (webhookId: string) => created.filter((one) => one.webhookId === webhookId).map(({ id }) => id);
  expect(byAgent).toEqual(idsOf(own));
  expect([...all].sort()).toEqual([...idsOf(own), ...idsOf(ofOrganization)].sort());
  for (const id of all) {
    const { status } = await api.call('getDelivery', { key: agent.key, params: { id } });
    expect(status).toBe(byAgent.includes(id) ? 200 : 403);
  }
});
