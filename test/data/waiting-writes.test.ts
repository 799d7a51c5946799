import { expect, test } from 'vitest';
import { createDelivery } from '#shared/data/direct-writes/delivery-attempt.ts';
import {
  endWait,
  LOOK_INTERVAL_MS,
  lookAgain,
  noteWaiting,
  stopLooking,
  waitForBudget,
  waitForDestination,
} from '#shared/data/direct-writes/waiting-delivery.ts';
import { dueTime } from '#shared/data/due-index.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import {
  dueWaitingOrganizations,
  organizationOfWaiting,
  waitingDeliveries,
  waitingDeliveriesKey,
  waitingPartition,
} from '#shared/data/entities/delivery/waiting-deliveries.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { countedTable } from '../support/counted-table.ts';
import { AT, DeliveryHarness, freshDelivery } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { partitionRows } from '../support/partition-rows.ts';

/** The writes of the workers to a delivery that waits, each with the row that it leaves. */

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const WAIT = { reason: 'waits for the test', until: AT + 9000, bytes: 700 };
const LEASE = ['leaseId', 'leaseUntil'];

test('A leased delivery over budget waits at the place of its first due time, and the sweep looks at it', async () => {
  const cases: [Partial<Delivery>, number][] = [
    [{ dueSince: AT - 30 }, AT - 30],
    [{ nextAttemptAt: AT - 20 }, AT - 20],
    [{}, AT],
  ];
  for (const [state, place] of cases) {
    const held = await harness.claimed(await harness.create({ ...freshDelivery(), ...state }));
    expect(await waitForBudget(engine.table, { ...held, leaseId: 'other' }, WAIT, AT + 1)).toBe(false);
    expect(await harness.waitingIn(held.organizationId)).toEqual([]);
    expect(await partitionRows(engine.table, waitingDeliveriesKey(held.organizationId).pk)).toEqual([]);
    expect(await waitForBudget(engine.table, held, WAIT, AT + 1)).toBe(true);
    expect(await harness.waitingIn(held.organizationId)).toEqual([[held.id, dueTime(place)]]);
    const row = await harness.stored(held);
    expect(row).toMatchObject({
      status: 'pending',
      attemptCount: 0,
      lastError: WAIT.reason,
      nextAttemptAt: WAIT.until,
      dueSince: place,
      waitingBytes: 700,
      updatedAt: AT + 1,
    });
    for (const name of LEASE) expect(row).not.toHaveProperty(name);
    expect(await partitionRows(engine.table, waitingDeliveriesKey(held.organizationId).pk)).toHaveLength(1);
  }
});

test('The sweep looks at an organization when its wait ends or after five minutes, and one note in a minute is enough', async () => {
  const [soon, late] = [makeId('organization', AT, randomPart()), makeId('organization', AT, randomPart())];
  const counted = countedTable(engine.table);
  const note = (organizationId: string, until: number, now: number) =>
    noteWaiting(counted.table, organizationId, until, now);
  const row = async (organizationId: string) =>
    (await partitionRows(engine.table, waitingDeliveriesKey(organizationId).pk))[0];
  await note(soon, AT + 10, AT);
  await note(late, AT + 10 * LOOK_INTERVAL_MS, AT);
  expect(await row(soon)).toMatchObject({ organizationId: soon, addedAt: AT, due_at: dueTime(AT + 10) });
  expect(await row(late)).toMatchObject({ addedAt: AT, due_at: dueTime(AT + LOOK_INTERVAL_MS) });
  const looked = async (until: number) =>
    (await Array.fromAsync(dueWaitingOrganizations(engine.table, until, 1000))).map(organizationOfWaiting);
  expect(await looked(AT + 9)).not.toContain(soon);
  expect(await looked(AT + 10)).toContain(soon);

  counted.reset();
  await note(soon, AT + 10, AT + MINUTE - 1);
  expect(counted.calls.writes).toBe(0);
  await note(soon, AT + 10, AT + MINUTE);
  expect(counted.calls.writes).toBe(1);
  // A later note keeps the time of the next look. A clock that went back notes again.
  expect(await row(soon)).toMatchObject({ addedAt: AT + MINUTE, due_at: dueTime(AT + 10) });
  await note(soon, AT + 10, AT);
  expect(await row(soon)).toMatchObject({ addedAt: AT });
});

test('A delivery that waits for its destination gives back its lease, and a retry is due after the grace', async () => {
  const first = await harness.claimed(await harness.create());
  const retry = await harness.claimed(await harness.retried());
  for (const held of [first, retry]) {
    expect(await waitForDestination(engine.table, { ...held, leaseId: 'other' }, WAIT, 50, AT + 1)).toBe(false);
    expect(await waitForDestination(engine.table, held, WAIT, 50, AT + 1)).toBe(true);
    const row = await harness.stored(held);
    expect(row).toMatchObject({ lastError: WAIT.reason, nextAttemptAt: WAIT.until, updatedAt: AT + 1 });
    for (const name of LEASE) expect(row).not.toHaveProperty(name);
  }
  expect(await harness.due(Number.MAX_SAFE_INTEGER, first)).toBeUndefined();
  expect(await harness.due(WAIT.until + 49, retry)).toBeUndefined();
  expect(await harness.due(WAIT.until + 50, retry)).toBeDefined();
});

test('A delivery leaves those that wait once, becomes due among all others, and not if it has changed', async () => {
  const delivery = freshDelivery();
  await createDelivery(engine.table, delivery, WAIT);
  const [row] = await Array.fromAsync(waitingDeliveries(engine.table, delivery.organizationId, 10));
  if (row === undefined) throw new Error('the delivery waits');
  const partition = waitingPartition(delivery.organizationId);
  expect(await endWait(engine.table, { ...row, due_at: dueTime(1) }, partition, AT + 60)).toBeUndefined();
  expect(await endWait(engine.table, row, 'DUE#OTHER', AT + 60)).toBeUndefined();
  expect(await endWait(engine.table, row, partition, AT + 60)).toMatchObject({ id: delivery.id, waitingBytes: 700 });
  expect(await endWait(engine.table, row, partition, AT + 60)).toBeUndefined();
  expect(await harness.waitingIn(delivery.organizationId)).toEqual([]);
  expect(await harness.due(AT + 59, delivery)).toBeUndefined();
  expect(await harness.due(AT + 60, delivery)).toBeDefined();
});

test('The next look is set by who has seen the last one, and looking ends unless a delivery was added since', async () => {
  const organizationId = makeId('organization', AT, randomPart());
  const row = async () => (await partitionRows(engine.table, waitingDeliveriesKey(organizationId).pk))[0];
  await noteWaiting(engine.table, organizationId, AT + 10, AT);
  await lookAgain(engine.table, organizationId, dueTime(AT + 9), AT + 70);
  expect(await row()).toMatchObject({ due_at: dueTime(AT + 10) });
  await lookAgain(engine.table, organizationId, dueTime(AT + 10), AT + 70);
  expect(await row()).toMatchObject({ due_at: dueTime(AT + 70) });
  expect(await stopLooking(engine.table, organizationId, AT)).toBe(false);
  expect(await row()).toBeDefined();
  expect(await stopLooking(engine.table, organizationId, AT + 1)).toBe(true);
  expect(await row()).toBeUndefined();
});
