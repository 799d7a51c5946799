import { expect, test } from 'vitest';
import {
  createDelivery,
  deadLetterWithoutAttempt,
  deferDueDelivery,
} from '#shared/data/direct-writes/delivery-attempt.ts';
import { endWait, noteWaiting, waitForBudget } from '#shared/data/direct-writes/waiting-delivery.ts';
import { waitingDeliveries, waitingPartition } from '#shared/data/entities/delivery/waiting-deliveries.ts';
import type { Table } from '#shared/data/table-client.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { countedTable } from '../support/counted-table.ts';
import { AT, BAD, DeliveryHarness, freshDelivery, RETENTION_MS } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { withLostResponses } from '../support/intercepted-table.ts';

/** The writes of the workers to a delivery that has changed meanwhile, or that is in a state it is rarely in. */

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const WAIT = { reason: 'waits for the test', until: AT + 9000, bytes: 700 };

async function waitingRow(table: Table, organizationId: string) {
  const [row] = await Array.fromAsync(waitingDeliveries(table, organizationId, 10));
  if (row === undefined) throw new Error('no delivery waits');
  return row;
}

test('A worker that did not get the response to its lease has the lease', async () => {
  const lossy = new DeliveryHarness({ table: withLostResponses(engine.table) });
  const result = await lossy.claim(await harness.create());
  expect(result).toMatchObject({ acquired: true, delivery: { leaseUntil: AT + 20_000 } });
});

test('The outcome of a later attempt is not taken for that of the one before, although state and time are the same', async () => {
  const held = await harness.claimed(await harness.create());
  expect(await harness.record(held, BAD, [5, 5], AT + 1)).toBe(true);
  expect(await harness.record({ ...held, attemptCount: 1 }, BAD, [5, 5], AT + 1)).toBe(false);
  expect(await harness.record(held, BAD, [5, 5], AT + 1)).toBe(true);
});

test('A delivery that was taken from those that wait is deferred before its first attempt', async () => {
  const delivery = freshDelivery();
  await createDelivery(engine.table, delivery, WAIT);
  const row = await waitingRow(engine.table, delivery.organizationId);
  await endWait(engine.table, row, waitingPartition(delivery.organizationId), AT + 60);
  const due = await harness.due(AT + 60, delivery);
  if (due === undefined) throw new Error('the delivery is due');
  expect(await deferDueDelivery(engine.table, due, due.due_at, AT + 500)).toMatchObject({ status: 'pending' });
});

test('A retry that waited for the budget is taken from those that wait as well', async () => {
  const delivery = await harness.create();
  await harness.record(await harness.claimed(delivery), BAD);
  await waitForBudget(engine.table, await harness.claimed(await harness.read(delivery)), WAIT, AT + 1);
  const row = await waitingRow(engine.table, delivery.organizationId);
  const ended = await endWait(engine.table, row, waitingPartition(delivery.organizationId), AT + 60);
  expect(ended).toMatchObject({ id: delivery.id, status: 'retrying' });
});

test('A replay of a delivery restarts nothing once its record has expired', async () => {
  expect(await harness.restart({ ...freshDelivery(), status: 'delivered' })).toBeUndefined();
});

test('A replay of a delivery that ended without an attempt adds no list of attempts', async () => {
  const delivery = await harness.create();
  const end = { now: AT + 1, retentionMs: RETENTION_MS };
  await deadLetterWithoutAttempt(engine.table, await harness.claimed(delivery), 'gone', end);
  await harness.restart(await harness.read(delivery));
  const row = await harness.read(delivery);
  expect(row.status).toBe('pending');
  expect(row).not.toHaveProperty('attempts');
});

test('Two deliveries that begin to wait in the same millisecond are noted once', async () => {
  const organizationId = makeId('organization', AT, randomPart());
  const counted = countedTable(engine.table);
  for (let count = 0; count < 2; count++) await noteWaiting(counted.table, organizationId, AT + 10, AT);
  expect(counted.calls.writes).toBe(1);
});
