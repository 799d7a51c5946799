import { expect, test } from 'vitest';
import {
  createDelivery,
  deadLetterWithoutAttempt,
  deferDueDelivery,
  renewAttemptLease,
} from '#shared/data/direct-writes/delivery-attempt.ts';
import { restartDelivery } from '#shared/data/direct-writes/restart-delivery.ts';
import { dueTime } from '#shared/data/due-index.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { AT, BAD, DeliveryHarness, freshDelivery, OK, RETENTION_MS } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { withLostResponses } from '../support/intercepted-table.ts';

/** The writes of the workers to a delivery, each with the row that it leaves. */

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const WAIT = { reason: 'waits for the test', until: AT + 9000, bytes: 700 };
const END = { now: AT + 5, retentionMs: RETENTION_MS };
const LEASE = ['leaseId', 'leaseUntil'];
const DUE = ['due_pk', 'due_at'];

async function ended(): Promise<Delivery> {
  const delivery = await harness.create();
  await harness.record(await harness.claimed(delivery), OK);
  return harness.read(delivery);
}

test('A delivery that waits from the beginning is stored with its reason, and created twice it waits once', async () => {
  const delivery = freshDelivery();
  const waiting = { ...delivery, lastError: WAIT.reason, nextAttemptAt: WAIT.until, dueSince: AT, waitingBytes: 700 };
  expect(await createDelivery(engine.table, delivery, WAIT)).toEqual(waiting);
  expect(await createDelivery(engine.table, delivery)).toMatchObject(waiting);
  expect(await harness.waitingIn(delivery.organizationId)).toEqual([[delivery.id, dueTime(AT)]]);
  const { due_at: _dueAt, due_pk: _duePk, ...row } = await harness.stored(delivery);
  expect(row).toEqual(waiting);
});

test('A job of another attempt or generation learns no lease', async () => {
  const delivery = await harness.create();
  await harness.claimed(delivery);
  const refused = { acquired: false, leasedUntil: undefined };
  expect(await harness.claim({ ...delivery, attemptCount: 1 })).toEqual(refused);
  expect(await harness.claim({ ...delivery, generation: 2 })).toEqual(refused);
  expect(await harness.claim(delivery)).toEqual({ acquired: false, leasedUntil: AT + 20_000 });
});

test('The outcome of an attempt gives back its lease, ends what waited, and has a retry only if one follows', async () => {
  const waited = { dueSince: AT, waitingBytes: 5 };
  const held = await harness.claimed(await createDelivery(engine.table, { ...freshDelivery(), ...waited }));
  expect(await harness.record({ ...held, url: 'https://moved.example/' }, BAD, [5], AT + 1)).toBe(true);
  const row = await harness.stored(held);
  for (const name of [...LEASE, ...Object.keys(waited), 'expires_at']) expect(row).not.toHaveProperty(name);
  expect(row).toMatchObject({ url: 'https://moved.example/', due_at: expect.any(String), updatedAt: AT + 1 });

  const again = await harness.claimed({ ...held, attemptCount: 1 });
  expect(await harness.record(again, OK, [5], AT + 2)).toBe(true);
  const last = await harness.stored(held);
  for (const name of [...LEASE, ...DUE]) expect(last).not.toHaveProperty(name);
  expect(last).toMatchObject({ status: 'delivered', deliveredAt: AT + 2, responseStatus: 200 });
});

test('An outcome counts as recorded only if the row has it: this attempt, this state and this time', async () => {
  const held = await harness.claimed(await harness.create());
  const lossy = new DeliveryHarness({ table: withLostResponses(engine.table) });
  expect(await lossy.record(held, BAD, [5], AT + 1)).toBe(true);
  expect(await harness.record(held, BAD, [5], AT + 2)).toBe(false);
  expect(await harness.record(held, BAD, [], AT + 1)).toBe(false);
  expect(await harness.record({ ...held, attemptCount: 1 }, BAD, [5], AT + 1)).toBe(false);
  expect(await harness.record({ ...held, generation: 2 }, BAD, [5], AT + 1)).toBe(false);
  expect(await harness.record(held, BAD, [5], AT + 1)).toBe(true);
  // The next attempt has begun, so this one has no outcome to record.
  await harness.claimed({ ...held, attemptCount: 1 }, AT + 1);
  expect(await harness.record(held, BAD, [5], AT + 1)).toBe(false);
});

test('A delivery that ends without an attempt expires, leaves the index, and only its lease can end it', async () => {
  const delivery = await harness.retried();
  const held = await harness.claimed(delivery, AT + 1);
  expect(await deadLetterWithoutAttempt(engine.table, { ...held, leaseId: 'other' }, 'gone', END)).toBe(false);
  expect(await deadLetterWithoutAttempt(engine.table, { ...held, generation: 7 }, 'gone', END)).toBe(false);
  expect(await deadLetterWithoutAttempt(engine.table, held, 'gone', END)).toBe(true);
  const row = await harness.stored(delivery);
  expect(row).toMatchObject({
    status: 'dead_letter',
    attemptCount: 1,
    lastError: 'gone',
    nextAttemptAt: null,
    updatedAt: AT + 5,
    expires_at: Math.ceil((AT + 5 + RETENTION_MS) / 1000),
  });
  for (const name of [...LEASE, ...DUE]) expect(row).not.toHaveProperty(name);
  expect(await renewAttemptLease(engine.table, held, AT + 99)).toBe(false);
});

test('A replay restarts an ended delivery in its next generation, and the row is what the replay returns', async () => {
  const delivery = await ended();
  const restarted = await harness.restart(delivery, 'replay', AT + 7);
  expect(restarted).toMatchObject({
    status: 'pending',
    attemptCount: 0,
    generation: 2,
    lastError: null,
    responseStatus: null,
    durationMs: null,
    nextAttemptAt: null,
    deliveredAt: null,
    updatedAt: AT + 7,
    replayId: 'replay',
  });
  const row = await harness.stored(delivery);
  expect(restarted).toMatchObject(row);
  for (const name of [...LEASE, ...DUE, 'expires_at']) expect(row).not.toHaveProperty(name);
});

test('A replay beyond the budget waits in its place, and one within it ends an earlier wait', async () => {
  const delivery = await ended();
  const waiting = await restartDelivery(engine.table, delivery, 'first', AT + 7, { wait: WAIT });
  const state = { lastError: WAIT.reason, nextAttemptAt: WAIT.until, dueSince: AT + 7, waitingBytes: 700 };
  expect(waiting).toMatchObject(state);
  expect(await harness.stored(delivery)).toMatchObject(state);
  expect(await harness.waitingIn(delivery.organizationId)).toEqual([[delivery.id, dueTime(AT + 7)]]);

  const held = await harness.claimed({ ...delivery, generation: 2, attemptCount: 0 });
  await deadLetterWithoutAttempt(engine.table, held, 'gone', END);
  expect(await harness.stored(delivery)).toMatchObject({ dueSince: AT + 7, waitingBytes: 700 });
  const again = await harness.restart(await harness.read(delivery), 'second');
  for (const row of [again, await harness.stored(delivery)]) {
    expect(row).not.toHaveProperty('dueSince');
    expect(row).not.toHaveProperty('waitingBytes');
  }
  expect(await harness.waitingIn(delivery.organizationId)).toEqual([]);
});

test('A replay that is processed twice restarts a delivery once, also after a lost response', async () => {
  const delivery = await ended();
  const lossy = withLostResponses(engine.table);
  const restarted = await restartDelivery(lossy, delivery, 'replay', AT);
  expect(restarted).toMatchObject({ generation: 2, replayId: 'replay', status: 'pending' });
  expect(await harness.restart(await harness.read(delivery), 'replay')).toMatchObject({ generation: 2 });
  expect(await harness.restart(await harness.read(delivery), 'other')).toBeUndefined();
  expect(await harness.restart(delivery, 'other')).toBeUndefined();
  // Once the restarted delivery has ended, the same replay finds nothing to do.
  await harness.record(await harness.claimed({ ...delivery, generation: 2, attemptCount: 0 }), OK);
  expect(await harness.restart(delivery, 'replay')).toBeUndefined();
  expect(await harness.restart(await harness.read(delivery), 'replay')).toBeUndefined();
});

test('A replay leaves a delivery with an attempt in progress as it is, until the lease has ended', async () => {
  const delivery = await harness.retried();
  await harness.claimed(delivery);
  expect(await harness.restart(await harness.read(delivery), 'replay', AT + 20_000)).toBeUndefined();
  expect(await harness.restart(await harness.read(delivery), 'replay', AT + 20_001)).toMatchObject({ generation: 2 });
});

test('A due delivery is deferred once, keeps when it was due first, and not after it has ended', async () => {
  const delivery = await harness.retried();
  const due = await harness.due(Number.MAX_SAFE_INTEGER, delivery);
  if (due === undefined) throw new Error('a retry is due');
  expect(await deferDueDelivery(engine.table, due, due.due_at, AT + 500_000)).toMatchObject({ id: delivery.id });
  expect(await deferDueDelivery(engine.table, due, due.due_at, AT + 500_000)).toBeUndefined();
  expect((await harness.stored(delivery)).due_at).toBe(`${dueTime(AT + 500_000)}~${due.due_at}`);
});
