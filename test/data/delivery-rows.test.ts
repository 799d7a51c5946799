import { beforeEach, expect, test } from 'vitest';
import { put } from '#shared/data/change.ts';
import { dueRows, dueTime, firstDueAt, nextDueAt, postponedDueTime } from '#shared/data/due-index.ts';
import {
  DELIVERY_SHARDS,
  type Delivery,
  deliveriesBefore,
  deliveryKey,
  dueAttributes,
  dueDeliveries,
  findDeliveries,
  findDelivery,
  insertDelivery,
  readLateTimes,
  replaceLateTimes,
} from '#shared/data/entities/delivery.ts';
import { newDelivery, newPushDelivery } from '#shared/data/entities/new-delivery.ts';
import { findOutbox, heartbeatEntry, insertOutbox } from '#shared/data/entities/outbox.ts';
import {
  dueWaitingOrganizations,
  lookAttributes,
  organizationOfWaiting,
  waitingAttributes,
  waitingDeliveries,
  waitingDeliveriesKey,
} from '#shared/data/entities/waiting-deliveries.ts';
import { mergeNewestFirst } from '#shared/data/merge-newest-first.ts';
import { DUE_SHARDS } from '#shared/data/table.ts';
import { StaleReadError } from '#shared/data/unit-of-work.ts';
import { isId, makeId, randomPart, shardOf, timeOfId } from '#shared/domain/ids.ts';
import { withRequestId } from '#shared/domain/request-scope.ts';
import { DAY, HOUR } from '#shared/domain/time.ts';
import { useEngine } from '../support/engine.ts';
import { partitionRows } from '../support/partition-rows.ts';
import { recordedReads, strengthOf } from '../support/recorded-reads.ts';
import { idsOf, newOrganizationId, rowWriter } from '../support/row-writer.ts';

const engine = useEngine();
const AT = 1_800_000_000_000;
let org: string;

beforeEach(() => {
  org = newOrganizationId(AT);
});

const write = rowWriter(engine, AT);
const another = () => newOrganizationId(AT);

function deliveryAt(time: number, more: Partial<Delivery> = {}): Delivery {
  const webhook = {
    id: makeId('webhook', AT, randomPart()),
    organizationId: org,
    identityId: null,
    url: 'https://r.example/',
  };
  return { ...newDelivery(webhook, { id: makeId('event', AT, randomPart()), type: 'mail.sent' }, time), ...more };
}

test('A new delivery is pending in its first generation, before its first attempt', () => {
  const webhook = { id: 'whk_1', organizationId: org, identityId: 'agt_1', url: 'https://r.example/' };
  expect(newDelivery(webhook, { id: 'evt_1', type: 'mail.sent' }, AT)).toEqual({
    id: expect.stringMatching(/^dlv_/),
    organizationId: org,
    webhookId: 'whk_1',
    identityId: 'agt_1',
    eventId: 'evt_1',
    eventType: 'mail.sent',
    url: 'https://r.example/',
    status: 'pending',
    generation: 1,
    attemptCount: 0,
    lastError: null,
    responseStatus: null,
    durationMs: null,
    nextAttemptAt: null,
    deliveredAt: null,
    createdAt: AT,
    updatedAt: AT,
  });
});

test('The notification of a step of a task is the same delivery each time, and another for each step and task', () => {
  const config = {
    id: 'cfg_1',
    taskId: 'tsk_1',
    endpointId: 'whk_1',
    url: 'https://r.example/',
    organizationId: org,
    identityId: 'agt_1',
  };
  const delivery = newPushDelivery(config, 3, AT);
  expect(delivery).toEqual(newPushDelivery(config, 3, AT));
  expect(delivery).toMatchObject({
    organizationId: org,
    webhookId: 'whk_1',
    identityId: 'agt_1',
    url: 'https://r.example/',
    eventType: 'a2a.push_notification',
    push: { taskId: 'tsk_1', configId: 'cfg_1', seq: 3 },
  });
  expect(isId('event', delivery.eventId) && timeOfId('event', delivery.eventId)).toBe(AT);
  const others = [newPushDelivery(config, 4, AT), newPushDelivery({ ...config, taskId: 'tsk_2' }, 3, AT)];
  expect(new Set([delivery, ...others].map(({ eventId }) => eventId)).size).toBe(3);
  expect(delivery.eventId).toBe(newPushDelivery({ ...config, url: 'https://other.example/' }, 3, AT).eventId);
  // Receivers recognize a repetition by it, also one of another release.
  expect(delivery.eventId.slice(-15)).toBe('SK6HQ0QMJH2ARBB');
});

test('A delivery is found by its organization alone, by an id of a delivery, with strongly consistent reads', async () => {
  const [first, second] = [deliveryAt(AT), deliveryAt(AT + 1)];
  await write(insertDelivery(first), insertDelivery(second));
  await expect(write(insertDelivery(first))).rejects.toThrow();
  expect(await findDelivery(engine.table, org, first.id)).toMatchObject(first);
  expect(await findDelivery(engine.table, another(), first.id)).toBeUndefined();
  expect(await strengthOf(engine.table, (table) => findDelivery(table, org, first.id))).toEqual([true]);
  expect(await strengthOf(engine.table, (table) => findDelivery(table, org, 'dlv_x'))).toEqual([]);
  const wanted = [first.id, deliveryAt(AT).id, second.id];
  const found = await findDeliveries(engine.table, org, wanted);
  expect([...found].sort()).toEqual(
    [first, second].map((one) => [one.id, expect.objectContaining(one)]).sort() as unknown[],
  );
  expect(await strengthOf(engine.table, (table) => findDeliveries(table, org, wanted))).toEqual([true]);
});

test('Deliveries are listed newest first, those before a time only, and a partition is read for its share', async () => {
  const stored = Array.from({ length: 40 }, (_, ms) => deliveryAt(AT + ms));
  await write(...stored.map(insertDelivery));
  const newest = stored.map(({ id }) => id).reverse();
  expect(await idsOf(deliveriesBefore(engine.table, org, undefined, 10))).toEqual(newest);
  expect(await idsOf(deliveriesBefore(engine.table, org, AT + 10, 10))).toEqual(newest.slice(30));
  expect(await idsOf(deliveriesBefore(engine.table, another(), undefined, 10))).toEqual([]);
  for (const [expected, share] of [
    [1, 2],
    [8, 2],
    [9, 3],
    [80, 11],
  ] as const) {
    const { table, reads } = recordedReads(engine.table);
    await deliveriesBefore(table, org, undefined, expected).next();
    expect(reads.slice(0, DELIVERY_SHARDS)).toHaveLength(DELIVERY_SHARDS);
    expect(reads.map(({ limit, strong }) => [limit, strong])).toContainEqual([share, true]);
    expect(new Set(reads.map(({ limit }) => limit)).size).toBe(1);
  }
});

test('Lists that are sorted newest first are merged into one, and each is read one row ahead', async () => {
  const read: string[] = [];
  async function* list(name: string, times: readonly number[]) {
    for (const createdAt of times) {
      read.push(`${name}${createdAt}`);
      yield { name, createdAt };
    }
  }
  const merged = mergeNewestFirst([list('a', [9, 5, 5]), list('b', []), list('c', [7, 6, 1]), list('d', [5])]);
  expect((await merged.next()).value).toEqual({ name: 'a', createdAt: 9 });
  expect(read).toEqual(['a9', 'c7', 'd5']);
  const rest = await Array.fromAsync(merged);
  expect(rest.map(({ createdAt }) => createdAt)).toEqual([7, 6, 5, 5, 5, 1]);
  // Of equal times, those of the first list are first.
  expect(rest.map(({ name }) => name)).toEqual(['c', 'c', 'a', 'a', 'd', 'c']);
  expect(await Array.fromAsync(mergeNewestFirst([]))).toEqual([]);
});

test('Delivery times for late endpoints are none at first, and replaced only by those who have read the last ones', async () => {
  const eventId = makeId('event', AT, randomPart());
  const read = () => readLateTimes(engine.table, org, eventId);
  expect(await read()).toEqual({ times: {}, version: 0 });
  await write(replaceLateTimes(org, eventId, { times: { whk_1: 5 }, version: 0 }));
  expect(await read()).toEqual({ times: { whk_1: 5 }, version: 1 });
  await expect(write(replaceLateTimes(org, eventId, { times: {}, version: 0 }))).rejects.toBeInstanceOf(StaleReadError);
  expect(await readLateTimes(engine.table, another(), eventId)).toEqual({ times: {}, version: 0 });
  const otherEvent = eventId.slice(0, -1) + (eventId.endsWith('0') ? '1' : '0');
  expect(await readLateTimes(engine.table, org, otherEvent)).toEqual({ times: {}, version: 0 });
  expect(await strengthOf(engine.table, (table) => readLateTimes(table, org, eventId))).toEqual([true]);
  // It is no delivery of a list.
  expect(await idsOf(deliveriesBefore(engine.table, org, undefined, 10))).toEqual([]);
});

test('A due time sorts as text as it does as a number, and a postponed one keeps the first', () => {
  expect([0, 5, 1_700_000_000_000.9, -3].map(dueTime)).toEqual([
    '000000000000000',
    '000000000000005',
    '001700000000000',
    '000000000000000',
  ]);
  const postponed = postponedDueTime(postponedDueTime(dueTime(5), 70), 900);
  expect([firstDueAt(postponed), nextDueAt(postponed)]).toEqual([5, 900]);
  expect([firstDueAt(dueTime(7)), nextDueAt(dueTime(7))]).toEqual([7, 7]);
  const later = [dueTime(899), dueTime(900), postponed, dueTime(901)];
  expect(later.toSorted()).toEqual(later);
});

test('The due deliveries of a shard are those up to a time, postponed ones too, oldest first', async () => {
  const [early, late, postponed] = [deliveryAt(AT), deliveryAt(AT + 1), deliveryAt(AT + 2)];
  const row = (delivery: Delivery, due: object) => put({ ...deliveryKey(org, delivery.id), ...delivery, ...due });
  await write(
    row(early, dueAttributes(early.id, 3)),
    row(late, dueAttributes(late.id, 9)),
    row(postponed, { ...dueAttributes(postponed.id, 0), due_at: postponedDueTime(dueTime(1), 7) }),
  );
  const due = async (until: number, limit = 1000) => {
    const found: string[] = [];
    for (let shard = 0; shard < DUE_SHARDS; shard++)
      for (const { sk } of await Array.fromAsync(dueDeliveries(engine.table, shard, until, limit))) {
        expect(shardOf(sk, DUE_SHARDS)).toBe(shard);
        found.push(sk);
      }
    return found.filter((id) => [early.id, late.id, postponed.id].includes(id)).sort();
  };
  expect(await due(2)).toEqual([]);
  expect(await due(3)).toEqual([early.id]);
  expect(await due(7)).toEqual([early.id, postponed.id].sort());
  expect(await due(9)).toEqual([early.id, postponed.id, late.id].sort());
});

test('The rows of a partition of the index are between two due times, both included, as many as are wanted', async () => {
  const partition = `DUE#TEST#${org}`;
  for (const at of [3, 5, 7]) await write(put({ pk: `T#${org}`, sk: `${at}`, due_pk: partition, due_at: dueTime(at) }));
  const due = async (...args: [until: number, limit: number, since?: number]) =>
    (await Array.fromAsync(dueRows(engine.table, partition, ...args))).map(({ sk }) => sk);
  expect(await due(7, 10)).toEqual(['3', '5', '7']);
  expect(await due(6, 10)).toEqual(['3', '5']);
  expect(await due(7, 10, 5)).toEqual(['5', '7']);
  expect(await due(7, 2)).toEqual(['3', '5']);
  expect(await strengthOf(engine.table, (table) => dueRows(table, partition, 7, 10))).toEqual([undefined]);
});

test('Deliveries that wait are in the order in which they were first due, and their organization is looked at in time', async () => {
  const [first, second] = [deliveryAt(AT), deliveryAt(AT + 1)];
  const row = (delivery: Delivery, dueSince: number) =>
    put({ ...deliveryKey(org, delivery.id), ...delivery, ...waitingAttributes(org, dueSince) });
  await write(row(second, 5), row(first, 900_000_000_000_000));
  await write(put({ ...waitingDeliveriesKey(org), addedAt: AT, ...lookAttributes(40) }));
  const waiting = async (organizationId: string, limit: number) =>
    (await Array.fromAsync(waitingDeliveries(engine.table, organizationId, limit))).map(({ sk }) => sk);
  expect(await waiting(org, 10)).toEqual([second.id, first.id]);
  expect(await waiting(org, 1)).toEqual([second.id]);
  expect(await waiting(another(), 10)).toEqual([]);
  const looked = async (until: number) =>
    (await Array.fromAsync(dueWaitingOrganizations(engine.table, until, 1000))).map(organizationOfWaiting);
  expect(await looked(39)).not.toContain(org);
  expect(await looked(40)).toContain(org);
  expect(await Array.fromAsync(dueWaitingOrganizations(engine.table, 40, 1))).toHaveLength(1);
});

test('An entry of the outbox names its request, is kept for a week, and is written once', async () => {
  const entry = { kind: 'noop', id: randomPart(), organizationId: org, createdAt: AT + 1 } as const;
  const changes = withRequestId('req_1', () => [insertOutbox(entry)]);
  await write(...changes);
  await expect(write(...changes)).rejects.toThrow();
  expect(await findOutbox(engine.table, org, entry.id)).toMatchObject({ ...entry, requestId: 'req_1' });
  expect(await findOutbox(engine.table, another(), entry.id)).toBeUndefined();
  expect(await strengthOf(engine.table, (table) => findOutbox(table, org, entry.id))).toEqual([true]);
  expect(await partitionRows(engine.table, `OUTBOX#${org}`)).toEqual([
    {
      pk: `OUTBOX#${org}`,
      sk: entry.id,
      ...entry,
      requestId: 'req_1',
      expires_at: Math.ceil((AT + 1 + 7 * DAY) / 1000),
    },
  ]);
});

test('A heartbeat belongs to no organization and is kept for an hour', () => {
  expect(heartbeatEntry(AT)).toEqual({
    pk: 'OUTBOX#heartbeat',
    sk: `${AT}`,
    id: `${AT}`,
    organizationId: 'heartbeat',
    kind: 'heartbeat',
    createdAt: AT,
    expires_at: (AT + HOUR) / 1000,
  });
});
