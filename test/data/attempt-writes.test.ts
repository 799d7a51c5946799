import { expect, test } from 'vitest';
import {
  createDelivery,
  deadLetterWithoutAttempt,
  deferDueDelivery,
  renewAttemptLease,
} from '#shared/data/direct-writes/delivery-attempt.ts';
import { takeDestinationSlot } from '#shared/data/direct-writes/destination-slot.ts';
import { beginFailing, continueFailing, endFailing } from '#shared/data/direct-writes/failing-period.ts';
import { restartDelivery } from '#shared/data/direct-writes/restart-delivery.ts';
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
import type { Delivery } from '#shared/data/entities/delivery.ts';
import {
  dueWaitingOrganizations,
  organizationOfWaiting,
  waitingDeliveries,
  waitingDeliveriesKey,
  waitingPartition,
} from '#shared/data/entities/waiting-deliveries.ts';
import { findWebhook, insertWebhook, type Webhook } from '#shared/data/entities/webhook.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids.ts';
import { MINUTE } from '#shared/domain/time.ts';
import { countedTable } from '../support/counted-table.ts';
import { AT, BAD, DeliveryHarness, freshDelivery, OK, RETENTION_MS } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { withLostResponses } from '../support/intercepted-table.ts';
import { partitionRows } from '../support/partition-rows.ts';

/** The writes of the workers to a delivery, its endpoint and its destination, each with the row that it leaves. */

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const WAIT = { reason: 'waits for the test', until: AT + 9000, bytes: 700 };
const END = { now: AT + 5, retentionMs: RETENTION_MS };
const LEASE = ['leaseId', 'leaseUntil'];
const DUE = ['due_pk', 'due_at'];

/** A delivery after an attempt that failed, as it is stored. */
async function retried(): Promise<Delivery> {
  const delivery = await harness.create();
  await harness.record(await harness.claimed(delivery), BAD);
  return harness.read(delivery);
}

async function ended(): Promise<Delivery> {
  const delivery = await harness.create();
  await harness.record(await harness.claimed(delivery), OK);
  return harness.read(delivery);
}

/** The attributes of a row without its key. */
async function stored(delivery: Delivery) {
  const { pk: _pk, sk: _sk, ...attributes } = await harness.read(delivery);
  return attributes;
}

const waitingIn = async (organizationId: string) =>
  (await Array.fromAsync(waitingDeliveries(engine.table, organizationId, 10))).map(({ sk, due_at }) => [sk, due_at]);

test('A delivery that waits from the beginning is stored with its reason, and created twice it waits once', async () => {
  const delivery = freshDelivery();
  const waiting = { ...delivery, lastError: WAIT.reason, nextAttemptAt: WAIT.until, dueSince: AT, waitingBytes: 700 };
  expect(await createDelivery(engine.table, delivery, WAIT)).toEqual(waiting);
  expect(await createDelivery(engine.table, delivery)).toMatchObject(waiting);
  expect(await waitingIn(delivery.organizationId)).toEqual([[delivery.id, dueTime(AT)]]);
  const { due_at: _dueAt, due_pk: _duePk, ...row } = await stored(delivery);
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
  const row = await stored(held);
  for (const name of [...LEASE, ...Object.keys(waited), 'expires_at']) expect(row).not.toHaveProperty(name);
  expect(row).toMatchObject({ url: 'https://moved.example/', due_at: expect.any(String), updatedAt: AT + 1 });

  const again = await harness.claimed({ ...held, attemptCount: 1 });
  expect(await harness.record(again, OK, [5], AT + 2)).toBe(true);
  const last = await stored(held);
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
  const delivery = await retried();
  const held = await harness.claimed(delivery, AT + 1);
  expect(await deadLetterWithoutAttempt(engine.table, { ...held, leaseId: 'other' }, 'gone', END)).toBe(false);
  expect(await deadLetterWithoutAttempt(engine.table, { ...held, generation: 7 }, 'gone', END)).toBe(false);
  expect(await deadLetterWithoutAttempt(engine.table, held, 'gone', END)).toBe(true);
  const row = await stored(delivery);
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
  const row = await stored(delivery);
  expect(restarted).toMatchObject(row);
  for (const name of [...LEASE, ...DUE, 'expires_at']) expect(row).not.toHaveProperty(name);
});

test('A replay beyond the budget waits in its place, and one within it ends an earlier wait', async () => {
  const delivery = await ended();
  const waiting = await restartDelivery(engine.table, delivery, 'first', AT + 7, WAIT);
  const state = { lastError: WAIT.reason, nextAttemptAt: WAIT.until, dueSince: AT + 7, waitingBytes: 700 };
  expect(waiting).toMatchObject(state);
  expect(await stored(delivery)).toMatchObject(state);
  expect(await waitingIn(delivery.organizationId)).toEqual([[delivery.id, dueTime(AT + 7)]]);

  const held = await harness.claimed({ ...delivery, generation: 2, attemptCount: 0 });
  await deadLetterWithoutAttempt(engine.table, held, 'gone', END);
  expect(await stored(delivery)).toMatchObject({ dueSince: AT + 7, waitingBytes: 700 });
  const again = await harness.restart(await harness.read(delivery), 'second');
  for (const row of [again, await stored(delivery)]) {
    expect(row).not.toHaveProperty('dueSince');
    expect(row).not.toHaveProperty('waitingBytes');
  }
  expect(await waitingIn(delivery.organizationId)).toEqual([]);
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
  const delivery = await retried();
  await harness.claimed(delivery);
  expect(await harness.restart(await harness.read(delivery), 'replay', AT + 20_000)).toBeUndefined();
  expect(await harness.restart(await harness.read(delivery), 'replay', AT + 20_001)).toMatchObject({ generation: 2 });
});

test('A due delivery is deferred once, keeps when it was due first, and not after it has ended', async () => {
  const delivery = await retried();
  const due = await harness.due(Number.MAX_SAFE_INTEGER, delivery);
  if (due === undefined) throw new Error('a retry is due');
  expect(await deferDueDelivery(engine.table, due, due.due_at, AT + 500_000)).toMatchObject({ id: delivery.id });
  expect(await deferDueDelivery(engine.table, due, due.due_at, AT + 500_000)).toBeUndefined();
  expect((await stored(delivery)).due_at).toBe(`${dueTime(AT + 500_000)}~${due.due_at}`);
});

test('A leased delivery over budget waits at the place of its first due time, and the sweep looks at it', async () => {
  const cases: [Partial<Delivery>, number][] = [
    [{ dueSince: AT - 30 }, AT - 30],
    [{ nextAttemptAt: AT - 20 }, AT - 20],
    [{}, AT],
  ];
  for (const [state, place] of cases) {
    const held = await harness.claimed(await harness.create({ ...freshDelivery(), ...state }));
    expect(await waitForBudget(engine.table, { ...held, leaseId: 'other' }, WAIT, AT + 1)).toBe(false);
    expect(await waitingIn(held.organizationId)).toEqual([]);
    expect(await partitionRows(engine.table, waitingDeliveriesKey(held.organizationId).pk)).toEqual([]);
    expect(await waitForBudget(engine.table, held, WAIT, AT + 1)).toBe(true);
    expect(await waitingIn(held.organizationId)).toEqual([[held.id, dueTime(place)]]);
    const row = await stored(held);
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
  const retry = await harness.claimed(await retried());
  for (const held of [first, retry]) {
    expect(await waitForDestination(engine.table, { ...held, leaseId: 'other' }, WAIT, 50, AT + 1)).toBe(false);
    expect(await waitForDestination(engine.table, held, WAIT, 50, AT + 1)).toBe(true);
    const row = await stored(held);
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
  expect(await waitingIn(delivery.organizationId)).toEqual([]);
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

test('Failures are recorded on the endpoint as it was read, each once, and a success forgets those before it', async () => {
  const organizationId = makeId('organization', AT, randomPart());
  const id = makeId('webhook', AT, randomPart());
  const endpoint = { id, organizationId, url: 'https://r.example/', secrets: [], enabled: true, slot: 0 };
  await commit(
    engine.table,
    { build: (tx) => tx.put(insertWebhook({ ...endpoint, createdAt: AT, version: 1 } as unknown as Webhook)) },
    { now: () => AT },
  );
  const read = async () => (await findWebhook(engine.table, organizationId, id)) as Webhook;
  const fresh = await read();
  await beginFailing(engine.table, fresh, AT + 1);
  await beginFailing(engine.table, fresh, AT + 2);
  const failing = await read();
  expect(failing).toMatchObject({ failingSince: AT + 1, lastFailedAt: AT + 1, version: 2 });
  await continueFailing(engine.table, failing, AT + 3);
  await continueFailing(engine.table, failing, AT + 4);
  await continueFailing(engine.table, { ...failing, failingSince: AT, lastFailedAt: AT + 3 }, AT + 5);
  expect(await read()).toMatchObject({ failingSince: AT + 1, lastFailedAt: AT + 3, version: 3 });
  await endFailing(engine.table, failing, AT);
  expect(await read()).toMatchObject({ failingSince: AT + 1, version: 3 });
  await endFailing(engine.table, failing, AT + 1);
  const healthy = await read();
  expect(healthy).toMatchObject({ version: 4 });
  for (const name of ['failingSince', 'lastFailedAt']) expect(healthy).not.toHaveProperty(name);

  const deleted = { ...fresh, id: makeId('webhook', AT, randomPart()) };
  await beginFailing(engine.table, deleted, AT);
  await continueFailing(engine.table, { ...deleted, failingSince: AT, lastFailedAt: AT }, AT);
  await endFailing(engine.table, deleted, AT);
  expect(await findWebhook(engine.table, organizationId, deleted.id)).toBeUndefined();
});

test('An organization may use its share of the slots of a destination, always the same, and never another’s', async () => {
  const subject = `dest-${randomPart()}`;
  const slots = { subject, count: 8, share: 3 };
  const take = (organizationId: string, more = {}) =>
    takeDestinationSlot(engine.table, { ...slots, ...more }, organizationId, AT + 1000, AT);
  const names = new Set<string | undefined>();
  for (let n = 0; n < 3; n++) names.add((await take('org_a'))?.name);
  expect(names.size).toBe(3);
  expect(names).not.toContain(undefined);
  expect(await take('org_a')).toBeUndefined();
  // Of three neighbours of eight, which follow from the id alone.
  const numbers = [...names].map((name) => Number(name?.slice(1)));
  const first = numbers.find((number) => !numbers.includes((number + 7) % 8)) ?? -1;
  expect(numbers.toSorted()).toEqual([first, (first + 1) % 8, (first + 2) % 8].sort());
  for (let n = 0; n < 60; n++) await take(`org_${n % 20}`);
  const [row = {}] = await partitionRows(engine.table, `LONGCALL#${subject}`);
  expect(Object.keys(row).filter((name) => /^s\d$/.test(name))).toHaveLength(8);
});

test('A destination with fewer slots than the share gives all of them, and one with none gives none', async () => {
  const take = (count: number, subject: string) =>
    takeDestinationSlot(engine.table, { subject, count, share: 3 }, 'org_a', AT + 1000, AT);
  const few = `dest-${randomPart()}`;
  expect([(await take(2, few))?.name, (await take(2, few))?.name].sort()).toEqual(['s0', 's1']);
  expect(await take(2, few)).toBeUndefined();
  expect(await take(0, `dest-${randomPart()}`)).toBeUndefined();
});
