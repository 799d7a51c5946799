import { expect, test } from 'vitest';
import { put } from '#shared/data/change.ts';
import { dueRows, dueTime, firstDueAt, nextDueAt, postponedDueTime } from '#shared/data/due-index.ts';
import { type Delivery, deliveryKey, dueAttributes, dueDeliveries } from '#shared/data/entities/delivery/delivery.ts';
import {
  dueWaitingOrganizations,
  lookAttributes,
  organizationOfWaiting,
  waitingAttributes,
  waitingDeliveries,
  waitingDeliveriesKey,
} from '#shared/data/entities/delivery/waiting-deliveries.ts';
import { DUE_SHARDS } from '#shared/data/table.ts';
import { shardOf } from '#shared/domain/ids/ids.ts';
import { deliveryAt } from '../support/delivery-harness.ts';
import { strengthOf } from '../support/recorded-reads.ts';
import { AT, newOrganizationId, useRows } from '../support/use-rows.ts';

const rows = useRows();

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
  const [early, late, postponed] = [
    deliveryAt(rows.org, AT),
    deliveryAt(rows.org, AT + 1),
    deliveryAt(rows.org, AT + 2),
  ];
  const row = (delivery: Delivery, due: object) => put({ ...deliveryKey(rows.org, delivery.id), ...delivery, ...due });
  await rows.write(
    row(early, dueAttributes(early.id, 3)),
    row(late, dueAttributes(late.id, 9)),
    row(postponed, { ...dueAttributes(postponed.id, 0), due_at: postponedDueTime(dueTime(1), 7) }),
  );
  const due = async (until: number, limit = 1000) => {
    const found: string[] = [];
    for (let shard = 0; shard < DUE_SHARDS; shard++)
      for (const { sk } of await Array.fromAsync(dueDeliveries(rows.table, shard, until, limit))) {
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
  const partition = `DUE#TEST#${rows.org}`;
  for (const at of [3, 5, 7])
    await rows.write(put({ pk: `T#${rows.org}`, sk: `${at}`, due_pk: partition, due_at: dueTime(at) }));
  const due = async (...args: [until: number, limit: number, since?: number]) =>
    (await Array.fromAsync(dueRows(rows.table, partition, ...args))).map(({ sk }) => sk);
  expect(await due(7, 10)).toEqual(['3', '5', '7']);
  expect(await due(6, 10)).toEqual(['3', '5']);
  expect(await due(7, 10, 5)).toEqual(['5', '7']);
  expect(await due(7, 2)).toEqual(['3', '5']);
  expect(await strengthOf(rows.table, (table) => dueRows(table, partition, 7, 10))).toEqual([undefined]);
});

test('Deliveries that wait are in the order in which they were first due, and their organization is looked at in time', async () => {
  const [first, second] = [deliveryAt(rows.org, AT), deliveryAt(rows.org, AT + 1)];
  const row = (delivery: Delivery, dueSince: number) =>
    put({ ...deliveryKey(rows.org, delivery.id), ...delivery, ...waitingAttributes(rows.org, dueSince) });
  await rows.write(row(second, 5), row(first, 900_000_000_000_000));
  await rows.write(put({ ...waitingDeliveriesKey(rows.org), addedAt: AT, ...lookAttributes(40) }));
  const waiting = async (organizationId: string, limit: number) =>
    (await Array.fromAsync(waitingDeliveries(rows.table, organizationId, limit))).map(({ sk }) => sk);
  expect(await waiting(rows.org, 10)).toEqual([second.id, first.id]);
  expect(await waiting(rows.org, 1)).toEqual([second.id]);
  expect(await waiting(newOrganizationId(), 10)).toEqual([]);
  const looked = async (until: number) =>
    (await Array.fromAsync(dueWaitingOrganizations(rows.table, until, 1000))).map(organizationOfWaiting);
  expect(await looked(39)).not.toContain(rows.org);
  expect(await looked(40)).toContain(rows.org);
  expect(await Array.fromAsync(dueWaitingOrganizations(rows.table, 40, 1))).toHaveLength(1);
});
