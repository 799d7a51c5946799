import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { releaseWaitingDeliveries } from '#functions/workers/sweep/release-waiting.ts';
import { consumeDeliveryBudget } from '#shared/data/direct-writes/delivery-budget.ts';
import { waitForBudget } from '#shared/data/direct-writes/waiting-delivery.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { dueWaitingOrganizations, organizationOfWaiting } from '#shared/data/entities/delivery/waiting-deliveries.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { BAD, DeliveryHarness, OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

/** Deliveries over the budget of their organization: they wait in order, cost nothing meanwhile, and none is lost. */

const engine = useEngine();
const deliveries = new DeliveryHarness(engine);
const sqs = mockClient(SQSClient);
const LIMITS = { ...DEFAULT_LIMITS, unverifiedDeliveriesPerHour: 3 };
/** The beginning of an hour. */
const AT = 510_000 * HOUR;
const REASON = 'waits for the test';

beforeEach(() => {
  process.env.DELIVERY_QUEUE_URL = 'https://queue.test/delivery';
  process.env.LIMITS = JSON.stringify(LIMITS);
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
});

/** The deliveries that were enqueued, in order. */
const enqueued = (organizationId: string) =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .map(({ MessageBody }) => JSON.parse(MessageBody ?? '{}'))
    .filter((job) => job.organizationId === organizationId)
    .map(({ deliveryId }) => deliveryId as string);

async function organization(): Promise<string> {
  return (await new InProcessApi(engine.table).organization()).id;
}

function deliveryOf(organizationId: string, time: number): Promise<Delivery> {
  const webhook = { id: makeId('webhook', AT, randomPart()), organizationId, identityId: null, url: 'https://a.test/' };
  return deliveries.create(newDelivery(webhook, { id: makeId('event', time, randomPart()), type: 'mail.sent' }, time));
}

/** A delivery that the worker has leased and may not attempt. */
async function park(delivery: Delivery, now: number, bytes = 1000): Promise<void> {
  const held = await deliveries.claimed(delivery, now);
  expect(await waitForBudget(engine.table, held, { reason: REASON, until: AT + HOUR, bytes }, now)).toBe(true);
}

const isLookedAt = async (organizationId: string, until: number) =>
  (await Array.fromAsync(dueWaitingOrganizations(engine.table, until, 1000))).some(
    (row) => organizationOfWaiting(row) === organizationId,
  );

test('A delivery over budget keeps its status and its attempts, says why it waits, and is no due delivery', async () => {
  const delivery = await deliveryOf(await organization(), AT);
  await park(delivery, AT + 1);
  expect(await deliveries.read(delivery)).toMatchObject({
    status: 'pending',
    attemptCount: 0,
    lastError: REASON,
    nextAttemptAt: AT + HOUR,
  });
  // What the sweep measures for the alarm about late deliveries is the index of the others.
  expect(await deliveries.due(AT + 10 * HOUR, delivery)).toBeUndefined();
});

test('Waiting deliveries are enqueued in the order in which they were due, as many as the hour has room for', async () => {
  const id = await organization();
  const created = [];
  for (let n = 0; n < 5; n++) created.push(await deliveryOf(id, AT + n));
  for (const delivery of [...created].reverse()) await park(delivery, AT + 10);
  const expected = created.map((delivery) => delivery.id);

  for (let n = 0; n < 3; n++)
    await consumeDeliveryBudget(engine.table, { organizationId: id, isVerified: false }, 1, LIMITS, AT);
  await releaseWaitingDeliveries(AT + 6 * MINUTE);
  expect(enqueued(id)).toEqual([]);

  await releaseWaitingDeliveries(AT + HOUR + 6 * MINUTE);
  expect(enqueued(id).sort()).toEqual(expected.slice(0, 3));
  await releaseWaitingDeliveries(AT + 2 * HOUR + 6 * MINUTE);
  expect(enqueued(id).sort()).toEqual(expected);
  // Each is attempted as it would have been before.
  const [first] = created as [Delivery];
  const held = await deliveries.claimed(first, AT + HOUR + 7 * MINUTE);
  await deliveries.record(held, OK);
  expect(await deliveries.read(first)).toMatchObject({ status: 'delivered', attemptCount: 1, lastError: null });
  expect(await deliveries.read(first)).not.toHaveProperty('dueSince');
});

test('A retry waits at the place of its own time, and one that is over budget again goes back to its place', async () => {
  const id = await organization();
  const [retried, later] = [await deliveryOf(id, AT), await deliveryOf(id, AT + MINUTE)];
  await deliveries.record(await deliveries.claimed(retried, AT), BAD, [5], AT);
  const due = (await deliveries.read(retried)).nextAttemptAt ?? 0;
  const again = { ...retried, attemptCount: 1 };
  await park(later, AT + 2 * MINUTE);
  await park(again, AT + 2 * MINUTE);
  expect(await deliveries.read(retried)).toMatchObject({ status: 'retrying', attemptCount: 1, dueSince: due });
  process.env.LIMITS = JSON.stringify({ ...LIMITS, unverifiedDeliveriesPerHour: 1 });
  for (const hour of [1, 2]) {
    await releaseWaitingDeliveries(AT + hour * HOUR + 6 * MINUTE);
    expect(enqueued(id)).toEqual(Array(hour).fill(retried.id));
    await park(again, AT + hour * HOUR + 7 * MINUTE);
  }
});

test('A verified owner ends the wait within minutes', async () => {
  const id = await organization();
  const created = [];
  for (let n = 0; n < 12; n++) created.push(await deliveryOf(id, AT + n));
  for (const delivery of created) await park(delivery, AT + 20);
  for (let n = 0; n < 3; n++)
    await consumeDeliveryBudget(engine.table, { organizationId: id, isVerified: false }, 1, LIMITS, AT);
  await verifyOrganization(engine.table, id);
  await releaseWaitingDeliveries(AT + 6 * MINUTE);
  expect(enqueued(id).sort()).toEqual(created.map((delivery) => delivery.id));
});

test('The sweep stops looking when nothing waits any more, and not while the index may lag behind', async () => {
  const id = await organization();
  const delivery = await deliveryOf(id, AT);
  await park(delivery, AT);
  expect(await isLookedAt(id, AT + 6 * MINUTE)).toBe(true);
  await releaseWaitingDeliveries(AT + 6 * MINUTE);
  expect(enqueued(id)).toEqual([delivery.id]);
  expect(await isLookedAt(id, AT + HOUR)).toBe(true);
  await releaseWaitingDeliveries(AT + 12 * MINUTE);
  expect(await isLookedAt(id, AT + 10 * HOUR)).toBe(false);
  // Without a job the delivery is due again.
  expect(await deliveries.due(AT + 12 * MINUTE, delivery)).toBeDefined();
});

test('No more is enqueued than its sizes leave room for', async () => {
  process.env.LIMITS = JSON.stringify({ ...DEFAULT_LIMITS, unverifiedDeliveryMegabytesPerHour: 50 });
  const id = await organization();
  const created = [];
  for (let n = 0; n < 20; n++) created.push(await deliveryOf(id, AT + n));
  for (const delivery of created) await park(delivery, AT + 30, 250_000);
  await releaseWaitingDeliveries(AT + HOUR + 6 * MINUTE);
  expect(enqueued(id).length).toBeLessThanOrEqual(5);
});
