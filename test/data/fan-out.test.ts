import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fanOut as runJob } from '#functions/workers/delivery/fan-out.ts';
import { dispatchOutboxEntry } from '#functions/workers/relay/dispatch-outbox-entry.ts';
import { fanOut } from '#functions/workers/relay/fan-out.ts';
import { SubscriberCache } from '#functions/workers/relay/subscriber-cache.ts';
import { type FanOutJob, JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { consumeDeliveryBudget } from '#shared/data/direct-writes/delivery-budget.ts';
import { type Delivery, deliveriesBefore } from '#shared/data/entities/delivery.ts';
import {
  dueWaitingOrganizations,
  organizationOfWaiting,
  waitingDeliveries,
} from '#shared/data/entities/waiting-deliveries.ts';
import type { LoggedEvent } from '#shared/domain/events.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits.ts';
import { HOUR } from '#shared/domain/time.ts';
import type { QueuedJob } from '#shared/runtime/queue.ts';
import { DeliveryHarness, OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent } from '../support/event-log.ts';
import { FanOutJobs } from '../support/fan-out-jobs.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { outboxOf } from '../support/outbox.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

/** Events with many endpoints: the relay passes them on, and a job of the delivery queue creates their deliveries. */

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const queued = new FanOutJobs();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table, { webhooksPerOrganization: 200 });
});

beforeEach(() => {
  queued.reset();
  limit(600);
});

function limit(unverifiedDeliveriesPerHour: number): void {
  process.env.LIMITS = JSON.stringify({ ...DEFAULT_LIMITS, unverifiedDeliveriesPerHour });
}

/** An organization with this many endpoints. */
async function organization(endpoints: number): Promise<{ id: string; key: string; hooks: string[] }> {
  const { id, key } = await api.organization();
  const hooks: string[] = [];
  for (let n = 0; n < endpoints; n++) hooks.push(await endpoint(key));
  return { id, key, hooks };
}

async function endpoint(key: string): Promise<string> {
  return (await api.call('createWebhook', { key, body: { url: 'https://receiver.example/' } })).body.id;
}

const relay = (event: LoggedEvent) => fanOut(event, new SubscriberCache(Date.now()));

/** Replays an event, and returns the jobs of the relay. */
async function replay(organizationId: string, key: string, event: LoggedEvent): Promise<QueuedJob[]> {
  await api.call('replayEvent', { key, params: { id: event.id } });
  const jobs = [];
  for (const entry of await outboxOf(engine.table, organizationId))
    jobs.push(...(await dispatchOutboxEntry(entry, new SubscriberCache(Date.now()))));
  return jobs;
}

/** The one job that the relay passes on, as the worker parses it. */
function passedOn(jobs: QueuedJob[]): FanOutJob {
  expect(jobs).toHaveLength(1);
  const job = JOB_SCHEMAS.delivery.parse(JSON.parse(JSON.stringify(jobs[0]?.job)));
  if (!('kind' in job)) throw new Error('the relay passed nothing on');
  return job;
}

const deliveries = (organizationId: string): Promise<Delivery[]> =>
  Array.fromAsync(deliveriesBefore(engine.table, organizationId, undefined, 1000));

/** The deliveries that were enqueued for an attempt since the last call. */
const enqueued = () =>
  queued
    .enqueued()
    .map(({ deliveryId }) => deliveryId)
    .sort();

const idsOf = (rows: readonly Delivery[]) => rows.map(({ id }) => id).sort();
const isWaiting = ({ waitingBytes }: Delivery) => waitingBytes !== undefined;

async function isLookedAt(organizationId: string): Promise<boolean> {
  const rows = await Array.fromAsync(dueWaitingOrganizations(engine.table, Date.now() + HOUR, 1000));
  return rows.some((row) => organizationOfWaiting(row) === organizationId);
}

test('The relay creates the deliveries of ten endpoints itself and passes those of more on in one job', async () => {
  const { id, key } = await organization(10);
  const few = await appendSent(engine.table, id);
  expect((await relay(few)).map(({ job }) => 'deliveryId' in job && job.deliveryId).sort()).toEqual(
    idsOf(await deliveries(id)),
  );
  await endpoint(key);
  const many = await appendSent(engine.table, id);
  const jobs = await relay(many);
  expect(jobs).toEqual([
    { queue: 'delivery', group: id, job: { kind: 'fan_out', organizationId: id, eventId: many.id } },
  ]);
  expect(await deliveries(id)).toHaveLength(10);
});

test('The job creates one delivery for each endpoint and enqueues its attempt, however often it arrives', async () => {
  const { id, hooks } = await organization(12);
  await verifyOrganization(engine.table, id);
  const job = passedOn(await relay(await appendSent(engine.table, id)));
  await Promise.all([queued.run(job), queued.run(job)]);
  const created = await deliveries(id);
  expect(created.map(({ webhookId }) => webhookId).sort()).toEqual([...hooks].sort());
  expect(new Set(created.map(({ createdAt }) => createdAt)).size).toBe(12);
  expect([...new Set(enqueued())]).toEqual(idsOf(created));

  // A job that arrives late does not attempt again what has ended.
  const [first] = created as [Delivery];
  await harness.record(await harness.claimed(first, Date.now()), OK);
  await queued.run(job);
  expect(enqueued()).toEqual(idsOf(created).filter((one) => one !== first.id));
  expect(idsOf(await deliveries(id))).toEqual(idsOf(created));
});

test('The job of an event leaves out endpoints that were deleted since, and those that were registered after it', async () => {
  const { id, key, hooks } = await organization(12);
  const job = passedOn(await relay(await appendSent(engine.table, id)));
  await api.call('deleteWebhook', { key, params: { id: hooks[0] as string } });
  await endpoint(key);
  await queued.run(job);
  expect((await deliveries(id)).map(({ webhookId }) => webhookId).sort()).toEqual(hooks.slice(1).sort());
});

test('What an unverified organization may not send now waits from the beginning, without a job, and is never lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(30), fc.integer({ min: 11, max: 14 }), fc.integer({ min: 1, max: 3 }), async (...drawn) => {
      const [allowed, endpoints, events] = drawn;
      const { id } = await organization(endpoints);
      limit(allowed);
      const appended = [];
      for (let n = 0; n < events; n++) appended.push(await appendSent(engine.table, id));
      const jobs = (await Promise.all(appended.map(relay))).map(passedOn);
      // Events at once do not count on the same room.
      await Promise.all(jobs.map((job) => queued.run(job)));
      const created = await deliveries(id);
      const waiting = created.filter(isWaiting);
      expect(created).toHaveLength(events * endpoints);
      expect(created.length - waiting.length).toBe(Math.min(allowed, created.length));
      expect(enqueued()).toEqual(idsOf(created.filter((one) => !isWaiting(one))));
      const inOrder = await Array.fromAsync(waitingDeliveries(engine.table, id, 1000));
      expect(inOrder.map(({ sk }) => sk).sort()).toEqual(idsOf(waiting));
      expect(await isLookedAt(id)).toBe(waiting.length > 0);
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test('A job creates five deliveries of an unverified organization and enqueues itself for those after them', async () => {
  const { id, key, hooks } = await organization(13);
  const delays: number[] = [];
  const created: number[] = [];
  // No time passes between the jobs.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  let job = passedOn(await relay(await appendSent(engine.table, id)));
  for (;;) {
    await runJob(job);
    created.push((await deliveries(id)).length);
    // The endpoints may change between the jobs.
    if (created.length === 1) await api.call('deleteWebhook', { key, params: { id: hooks[4] as string } });
    const next = queued.next(job);
    if (next === undefined) break;
    delays.push(next.delay);
    job = next.job;
  }
  expect(created).toEqual([5, 10, 13]);
  expect(delays).toEqual([1, 2]);
  expect(enqueued()).toEqual(idsOf(await deliveries(id)));
});

test('The jobs of two events of an unverified organization take turns, those of a verified one run at once', async () => {
  const { id } = await organization(13);
  const pair = async () => [
    passedOn(await relay(await appendSent(engine.table, id))),
    passedOn(await relay(await appendSent(engine.table, id))),
  ];
  const [first, second] = (await pair()) as [FanOutJob, FanOutJob];
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  await runJob(first);
  expect(await deliveries(id)).toHaveLength(5);
  await runJob(second);
  expect(await deliveries(id)).toHaveLength(5);
  const turns = [queued.next(first), queued.turnOf(second)];
  expect(turns.map((turn) => turn?.delay)).toEqual([1, 2]);
  for (const turn of turns) await runJob(turn?.job as FanOutJob);
  expect(await deliveries(id)).toHaveLength(15);
  expect(enqueued()).toEqual(idsOf(await deliveries(id)));

  await verifyOrganization(engine.table, id);
  for (const job of await pair()) await runJob(job);
  expect(await deliveries(id)).toHaveLength(15 + 26);
});

test('After the owner was verified, a job creates all deliveries that are left', async () => {
  const { id } = await organization(23);
  const job = passedOn(await relay(await appendSent(engine.table, id)));
  await runJob(job);
  await verifyOrganization(engine.table, id);
  await runJob(queued.next(job)?.job as FanOutJob);
  expect(await deliveries(id)).toHaveLength(23);
  expect(enqueued()).toEqual(idsOf(await deliveries(id)));
});

test('A delivery that waits from the beginning says why, and bytes that are used up make all wait', async () => {
  const { id } = await organization(11);
  const owner = { organizationId: id, isVerified: false };
  await consumeDeliveryBudget(engine.table, owner, 10_000_000, DEFAULT_LIMITS, Date.now());
  await queued.run(passedOn(await relay(await appendSent(engine.table, id))));
  const created = await deliveries(id);
  expect(created.filter(isWaiting)).toHaveLength(11);
  for (const { status, attemptCount, lastError } of created) {
    expect({ status, attemptCount }).toEqual({ status: 'pending', attemptCount: 0 });
    expect(lastError).toMatch(/^waits until .*: at most 50 MB of deliveries an hour/);
  }
  expect(enqueued()).toEqual([]);
});

test('No delivery of a verified organization waits from the beginning', async () => {
  const { id } = await organization(11);
  await verifyOrganization(engine.table, id);
  limit(0);
  await queued.run(passedOn(await relay(await appendSent(engine.table, id))));
  const created = await deliveries(id);
  expect(created.filter(isWaiting)).toEqual([]);
  expect(enqueued()).toEqual(idsOf(created));
});

test('A replay by a job starts all endpoints once, late ones too, and leaves a delivery in flight as it is', async () => {
  const { id, key } = await organization(11);
  await verifyOrganization(engine.table, id);
  const event = await appendSent(engine.table, id);
  await queued.run(passedOn(await relay(event)));
  const [ended, inFlight] = (await deliveries(id)) as [Delivery, Delivery];
  for (const one of (await deliveries(id)).filter((row) => row.id !== inFlight.id))
    await harness.record(await harness.claimed(one, Date.now()), OK);
  const late = await endpoint(key);
  enqueued();

  const job = passedOn(await replay(id, key, event));
  await queued.run(job);
  const after = await deliveries(id);
  const generations = new Map(after.map((one) => [one.id, one.generation]));
  expect(after).toHaveLength(12);
  expect(after.find(({ webhookId }) => webhookId === late)).toMatchObject({ generation: 1, status: 'pending' });
  expect([generations.get(ended.id), generations.get(inFlight.id)]).toEqual([2, 1]);
  const begun = idsOf(after).filter((one) => one !== inFlight.id);
  expect(enqueued()).toEqual(begun);

  await Promise.all([queued.run(job), queued.run(job)]);
  expect(new Map((await deliveries(id)).map((one) => [one.id, one.generation]))).toEqual(generations);
  expect([...new Set(enqueued())]).toEqual(begun);
});

test('A replay beyond the budget waits in its new generation', async () => {
  const { id, key } = await organization(11);
  const event = await appendSent(engine.table, id);
  await queued.run(passedOn(await relay(event)));
  for (const one of await deliveries(id)) await harness.record(await harness.claimed(one, Date.now()), OK);
  enqueued();
  limit(4);
  await queued.run(passedOn(await replay(id, key, event)));
  const after = await deliveries(id);
  expect(after.map(({ generation, status }) => `${generation} ${status}`)).toEqual(Array(11).fill('2 pending'));
  expect(after.filter(isWaiting)).toHaveLength(7);
  expect(enqueued()).toEqual(idsOf(after.filter((one) => !isWaiting(one))));
});

test('A job of an event that does not exist fails for good', async () => {
  const { id } = await organization(0);
  await expect(runJob({ kind: 'fan_out', organizationId: id, eventId: 'evt_none' })).rejects.toThrow(
    'the event of a fan-out does not exist',
  );
});
