import { expect, test } from 'vitest';
import {
  DELIVERY_SHARDS,
  deliveriesAfter,
  deliveriesAt,
  deliveriesBetween,
  findDeliveries,
  findDelivery,
  insertDelivery,
  readLateTimes,
  replaceLateTimes,
} from '#shared/data/entities/delivery/delivery.ts';
import { newDelivery, newPushDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { findOutbox, heartbeatEntry, insertOutbox, insertStreamCheck } from '#shared/data/entities/log/outbox.ts';
import { mergeNewestFirst, mergeOldestFirst } from '#shared/data/merge-by-time.ts';
import { StaleReadError } from '#shared/data/unit-of-work.ts';
import { withRequestId } from '#shared/domain/http/request-scope.ts';
import { isId, makeId, randomPart, timeOfId } from '#shared/domain/ids/ids.ts';
import { DAY, HOUR } from '#shared/domain/time/time.ts';
import { deliveryAt } from '../support/delivery-harness.ts';
import { partitionRows } from '../support/partition-rows.ts';
import { recordedReads, strengthOf } from '../support/recorded-reads.ts';
import { AT, idsOf, newOrganizationId, useRows } from '../support/use-rows.ts';

const rows = useRows();

test('A new delivery is pending in its first generation, before its first attempt', () => {
  const webhook = { id: 'whk_1', organizationId: rows.org, identityId: 'agt_1', url: 'https://r.example/' };
  expect(newDelivery(webhook, { id: 'evt_1', type: 'mail.sent' }, AT)).toEqual({
    id: expect.stringMatching(/^dlv_/),
    organizationId: rows.org,
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
    organizationId: rows.org,
    identityId: 'agt_1',
  };
  const delivery = newPushDelivery(config, 3, AT);
  expect(delivery).toEqual(newPushDelivery(config, 3, AT));
  expect(delivery).toMatchObject({
    organizationId: rows.org,
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
  const [first, second] = [deliveryAt(rows.org, AT), deliveryAt(rows.org, AT + 1)];
  await rows.write(insertDelivery(first), insertDelivery(second));
  await expect(rows.write(insertDelivery(first))).rejects.toThrow();
  expect(await findDelivery(rows.table, rows.org, first.id)).toMatchObject(first);
  expect(await findDelivery(rows.table, newOrganizationId(), first.id)).toBeUndefined();
  expect(await strengthOf(rows.table, (table) => findDelivery(table, rows.org, first.id))).toEqual([true]);
  expect(await strengthOf(rows.table, (table) => findDelivery(table, rows.org, 'dlv_x'))).toEqual([]);
  const wanted = [first.id, deliveryAt(rows.org, AT).id, second.id];
  const found = await findDeliveries(rows.table, rows.org, wanted);
  expect([...found].sort()).toEqual(
    [first, second].map((one) => [one.id, expect.objectContaining(one)]).sort() as unknown[],
  );
  expect(await strengthOf(rows.table, (table) => findDeliveries(table, rows.org, wanted))).toEqual([true]);
});

test('Deliveries are listed newest first, those before a time only, and a partition is read for its share', async () => {
  const stored = Array.from({ length: 40 }, (_, ms) => deliveryAt(rows.org, AT + ms));
  await rows.write(...stored.map(insertDelivery));
  const newest = stored.map(({ id }) => id).reverse();
  expect(await idsOf(deliveriesBetween(rows.table, rows.org, {}, 10))).toEqual(newest);
  expect(await idsOf(deliveriesBetween(rows.table, rows.org, { before: AT + 10 }, 10))).toEqual(newest.slice(30));
  expect(await idsOf(deliveriesBetween(rows.table, rows.org, { since: AT + 9 }, 10))).toEqual(newest.slice(0, 30));
  const between = { since: AT + 9, before: AT + 20 };
  expect(await idsOf(deliveriesBetween(rows.table, rows.org, between, 10))).toEqual(newest.slice(20, 30));
  expect(await idsOf(deliveriesBetween(rows.table, rows.org, { since: AT + 9, before: AT + 10 }, 10))).toEqual([]);
  expect(await idsOf(deliveriesBetween(rows.table, newOrganizationId(), {}, 10))).toEqual([]);
  for (const [expected, share] of [
    [1, 2],
    [8, 2],
    [9, 3],
    [80, 11],
  ] as const) {
    const { table, reads } = recordedReads(rows.table);
    await deliveriesBetween(table, rows.org, {}, expected).next();
    expect(reads.slice(0, DELIVERY_SHARDS)).toHaveLength(DELIVERY_SHARDS);
    expect(reads.map(({ limit, strong }) => [limit, strong])).toContainEqual([share, true]);
    expect(new Set(reads.map(({ limit }) => limit)).size).toBe(1);
  }
});

test('A list of deliveries has those of the first milliseconds that an id can have', async () => {
  const stored = [deliveryAt(rows.org, 0), deliveryAt(rows.org, 1)];
  await rows.write(...stored.map(insertDelivery));
  expect(await idsOf(deliveriesBetween(rows.table, rows.org, {}, 10))).toEqual(stored.map(({ id }) => id).reverse());
});

test('The deliveries after a time are listed oldest first, with as many rows of a first read as are asked for', async () => {
  const stored = Array.from({ length: 40 }, (_, ms) => deliveryAt(rows.org, AT + ms));
  await rows.write(...stored.map(insertDelivery));
  const { table, reads } = recordedReads(rows.table);
  const later = stored.slice(10).map(({ id }) => id);
  expect(await idsOf(deliveriesAfter(table, rows.org, AT + 9, 2))).toEqual(later);
  expect(reads.slice(0, DELIVERY_SHARDS).map(({ limit }) => limit)).toEqual(Array(DELIVERY_SHARDS).fill(2));
  expect(await idsOf(deliveriesAfter(rows.table, rows.org, AT + 39, 2))).toEqual([]);
  expect(await idsOf(deliveriesAfter(rows.table, newOrganizationId(), AT, 2))).toEqual([]);
});

test('The deliveries of a range of times are read strongly, of each partition as many as are asked for', async () => {
  const stored = Array.from({ length: 40 }, (_, ms) => deliveryAt(rows.org, AT + ms));
  await rows.write(...stored.map(insertDelivery));
  const at = async (from: number, to: number, limit: number) =>
    (await idsOf(deliveriesAt(rows.table, rows.org, { from, to }, limit))).sort();
  const wanted = stored.slice(10, 31).map(({ id }) => id);
  expect(await at(AT + 10, AT + 30, 40)).toEqual(wanted.sort());
  expect(await at(AT + 40, AT + 50, 40)).toEqual([]);
  const { table, reads } = recordedReads(rows.table);
  const found = await deliveriesAt(table, rows.org, { from: AT, to: AT + 39 }, 1);
  expect(found).toHaveLength(reads.filter(({ rows: count }) => count > 0).length);
  expect(reads.map(({ strong, limit }) => [strong, limit])).toEqual(Array(DELIVERY_SHARDS).fill([true, 1]));
  expect(await idsOf(deliveriesAt(rows.table, newOrganizationId(), { from: AT, to: AT + 39 }, 40))).toEqual([]);
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

  const oldest = await Array.fromAsync(mergeOldestFirst([list('a', [1, 5]), list('b', []), list('c', [2, 5, 6])]));
  expect(oldest.map(({ name, createdAt }) => `${name}${createdAt}`)).toEqual(['a1', 'c2', 'a5', 'c5', 'c6']);
});

test('Delivery times for late endpoints are none at first, and replaced only by those who have read the last ones', async () => {
  const eventId = makeId('event', AT, randomPart());
  const read = () => readLateTimes(rows.table, rows.org, eventId);
  expect(await read()).toEqual({ times: {}, version: 0 });
  await rows.write(replaceLateTimes(rows.org, eventId, { times: { whk_1: 5 }, version: 0 }));
  expect(await read()).toEqual({ times: { whk_1: 5 }, version: 1 });
  await expect(rows.write(replaceLateTimes(rows.org, eventId, { times: {}, version: 0 }))).rejects.toBeInstanceOf(
    StaleReadError,
  );
  expect(await readLateTimes(rows.table, newOrganizationId(), eventId)).toEqual({ times: {}, version: 0 });
  const otherEvent = eventId.slice(0, -1) + (eventId.endsWith('0') ? '1' : '0');
  expect(await readLateTimes(rows.table, rows.org, otherEvent)).toEqual({ times: {}, version: 0 });
  expect(await strengthOf(rows.table, (table) => readLateTimes(table, rows.org, eventId))).toEqual([true]);
  // It is no delivery of a list.
  expect(await idsOf(deliveriesBetween(rows.table, rows.org, {}, 10))).toEqual([]);
});

test('An entry of the outbox names its request, is kept for a week, and is written once', async () => {
  const entry = { kind: 'noop', id: randomPart(), organizationId: rows.org, createdAt: AT + 1 } as const;
  const changes = withRequestId('req_1', () => [insertOutbox(entry)]);
  await rows.write(...changes);
  await expect(rows.write(...changes)).rejects.toThrow();
  expect(await findOutbox(rows.table, rows.org, entry.id)).toMatchObject({ ...entry, requestId: 'req_1' });
  expect(await findOutbox(rows.table, newOrganizationId(), entry.id)).toBeUndefined();
  expect(await strengthOf(rows.table, (table) => findOutbox(table, rows.org, entry.id))).toEqual([true]);
  expect(await partitionRows(rows.table, `OUTBOX#${rows.org}`)).toEqual([
    {
      pk: `OUTBOX#${rows.org}`,
      sk: entry.id,
      ...entry,
      requestId: 'req_1',
      expires_at: Math.ceil((AT + 1 + 7 * DAY) / 1000),
    },
  ]);
});

test('A check of event streams is an entry of the outbox, for all connections of an organization or for one', async () => {
  await rows.write(insertStreamCheck(rows.org, AT), insertStreamCheck(rows.org, AT, 'con_1'));
  const entries = await partitionRows(rows.table, `OUTBOX#${rows.org}`);
  const checks = entries.filter(({ kind }) => kind === 'stream_check');
  expect(checks.map(({ connectionId }) => connectionId)).toEqual(expect.arrayContaining([null, 'con_1']));
  for (const { id, sk, createdAt } of checks) expect([id, createdAt]).toEqual([sk, AT]);
  expect(checks).toHaveLength(2);
});

test('A heartbeat belongs to no organization and is kept for an hour', () => {
  expect(heartbeatEntry(AT, ['delivery'])).toEqual({
    pk: 'OUTBOX#heartbeat',
    sk: `${AT}`,
    id: `${AT}`,
    organizationId: 'heartbeat',
    kind: 'heartbeat',
    queues: ['delivery'],
    createdAt: AT,
    expires_at: (AT + HOUR) / 1000,
  });
});
