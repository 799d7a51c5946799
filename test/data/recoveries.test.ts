import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { matchDeliveries } from '#functions/http/webhooks/match-deliveries.ts';
import { recover } from '#functions/workers/delivery/recover.ts';
import { dispatchOutboxEntry } from '#functions/workers/relay/dispatch-outbox-entry.ts';
import { SubscriberCache } from '#functions/workers/relay/subscriber-cache.ts';
import { UnrelayedFinder } from '#scripts/relay/find-unrelayed.ts';
import { type DeliveryJob, JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { type Delivery, insertDelivery } from '#shared/data/entities/delivery/delivery.ts';
import { findRecovery } from '#shared/data/entities/delivery/recovery.ts';
import type { Row } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import type { DeliveryStatus } from '#shared/domain/delivery/delivery.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { DeliveryHarness, deliveryAt, OK } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { outboxOf } from '../support/outbox.ts';
import { verifyOrganization } from '../support/verify-organization.ts';

const engine = useEngine();
const harness = new DeliveryHarness(engine);
const sqs = mockClient(SQSClient);
const SINCE = Date.now() - 3_600_000;
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table);
  process.env.DELIVERY_QUEUE_URL = 'https://queue.test/delivery';
});

beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
  limitAttempts(600);
});

/** Sets how many deliveries an unverified organization may attempt in an hour. */
function limitAttempts(unverifiedDeliveriesPerHour: number): void {
  process.env.LIMITS = JSON.stringify({ ...DEFAULT_LIMITS, unverifiedDeliveriesPerHour });
}

const FAILED: readonly DeliveryStatus[] = ['dead_letter', 'retrying'];

/** An organization with an endpoint, and one delivery to it for each status, oldest first. */
async function endpointWith(statuses: readonly DeliveryStatus[], { isVerified = true } = {}) {
  const { id: organizationId, key } = await api.organization();
  if (isVerified) await verifyOrganization(engine.table, organizationId);
  const url = 'https://receiver.example/';
  const { id: webhookId } = (await api.call('createWebhook', { key, body: { url } })).body;
  const deliveries = statuses.map((status, at) => deliveryAt(organizationId, SINCE + 1 + at, { webhookId, status }));
  await store(...deliveries);
  const params = { id: webhookId };
  const since = new Date(SINCE).toISOString();
  return {
    organizationId,
    webhookId,
    key,
    deliveries,
    /** Starts a recovery, and returns it with the job that the relay enqueues. */
    start: async (body: object = {}, more: object = {}) => {
      const reply = await api.call('recoverWebhook', { key, params, body: { since, status: 'all', ...body }, ...more });
      const jobs = await relayed(organizationId);
      const job = jobs.find(({ deliveryId }) => deliveryId === reply.body.recovery_id);
      return { ...reply.body, status: reply.status, job };
    },
    read: async (rid: string) => (await api.call('getRecovery', { key, params: { ...params, rid } })).body,
    generations: () => Promise.all(deliveries.map(async (one) => (await harness.read(one)).generation)),
  };
}

const store = (...deliveries: readonly Delivery[]) =>
  commit(engine.table, { build: (tx) => tx.put(...deliveries.map(insertDelivery)) }, { now: Date.now });

/** The jobs of recoveries that the relay enqueues for the outbox of an organization. */
async function relayed(organizationId: string): Promise<DeliveryJob[]> {
  const entries = await outboxOf(engine.table, organizationId);
  const subscribers = new SubscriberCache(Date.now());
  const jobs = await Promise.all(entries.map((entry) => dispatchOutboxEntry(entry, subscribers)));
  return jobs.flat().map(({ job }) => parsed(job));
}

function parsed(job: unknown): DeliveryJob {
  const read = JOB_SCHEMAS.delivery.parse(JSON.parse(JSON.stringify(job)));
  if ('kind' in read) throw new Error('not the job of a recovery');
  return read;
}

/** The jobs that were enqueued since the last call: attempts, and next steps of recoveries. */
function enqueued() {
  const entries = sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
  sqs.resetHistory();
  const jobs = entries.map(({ MessageBody }) => parsed(JSON.parse(MessageBody ?? '')));
  return { attempts: jobs.filter((job) => job.recovers !== true), steps: jobs.filter((job) => job.recovers === true) };
}

/** Runs a job and those that follow from it, and returns the deliveries that were enqueued for an attempt. */
async function runAll(job: DeliveryJob | undefined): Promise<string[]> {
  const found: string[] = [];
  for (let next = job; next !== undefined; ) {
    await recover(next);
    const { attempts, steps } = enqueued();
    found.push(...attempts.map(({ deliveryId }) => deliveryId));
    [next] = steps;
  }
  return found;
}

test('A recovery replays exactly what failed at its endpoint since its time, once', async () => {
  const statuses = ['dead_letter', 'delivered', 'retrying', 'pending', 'dead_letter'] as const;
  const { organizationId, webhookId, deliveries, start, read, generations } = await endpointWith(statuses);
  const others = [
    deliveryAt(organizationId, SINCE + 50, { status: 'dead_letter' }),
    deliveryAt(organizationId, SINCE + 51, { webhookId, status: 'dead_letter', test: true }),
    deliveryAt(organizationId, SINCE - 1, { webhookId, status: 'dead_letter' }),
    deliveryAt(organizationId, SINCE, { webhookId, status: 'dead_letter' }),
  ];
  await store(...others);
  const { status, recovery_id: id, matched, next_since, job } = await start();
  expect([status, matched, next_since]).toEqual([202, 3, null]);
  const none = { replayed: 0, skipped: 0, pending: 0, delivered: 0, failed: 0 };
  expect(await read(id)).toMatchObject({ id, webhook_id: webhookId, state: 'running', matched: 3, ...none });

  const failed = [deliveries[0], deliveries[2], deliveries[4]].map((one) => one?.id);
  expect((await runAll(job)).sort()).toEqual([...failed].sort());
  expect(await generations()).toEqual([2, 1, 2, 1, 2]);
  expect(await Promise.all(others.map(async (one) => (await harness.read(one)).generation))).toEqual([1, 1, 1, 1]);
  expect(await read(id)).toMatchObject({ state: 'done', matched: 3, ...none, replayed: 3, pending: 3 });

  // What becomes of them is counted, and the job may arrive again.
  await harness.record(await harness.claimed({ ...(deliveries[0] as Delivery), generation: 2 }), OK);
  expect(await runAll(job)).toEqual([]);
  expect(await read(id)).toMatchObject({ replayed: 3, pending: 2, delivered: 1, finished_at: expect.any(String) });
});

test('A recovery is for one status or for both, and one without deliveries is done at once', async () => {
  const { deliveries, start, generations } = await endpointWith(FAILED);
  const retrying = await start({ status: 'retrying' });
  expect(await runAll(retrying.job)).toEqual([deliveries[1]?.id]);
  expect(await generations()).toEqual([1, 2]);
  const none = await start({ since: new Date().toISOString() });
  expect(none).toMatchObject({ status: 202, matched: 0 });
});

test('A step that dies at any of its calls is repeated, and replays each delivery once', async () => {
  for (let fatal = 1; ; fatal++) {
    const { deliveries, start, read, generations } = await endpointWith([...FAILED, ...FAILED, 'dead_letter']);
    const { recovery_id: id, job } = await start();
    const isOver = await dyingAt(fatal, () => recover(job as DeliveryJob));
    const before = enqueued().attempts.map(({ deliveryId }) => deliveryId);
    const after = await runAll(job);
    // An attempt may be enqueued twice: its lease makes it one request.
    expect(new Set([...before, ...after]), `call ${fatal}`).toEqual(new Set(deliveries.map((one) => one.id)));
    expect(await generations()).toEqual([2, 2, 2, 2, 2]);
    expect(await read(id)).toMatchObject({ state: 'done', replayed: 5, skipped: 0, pending: 5 });
    if (isOver) break;
    expect(fatal).toBeLessThan(30);
  }
});

/** Runs a step with a process that dies at its nth call of a service. Returns whether it ended before. */
async function dyingAt(fatal: number, step: () => Promise<void>): Promise<boolean> {
  let calls = 0;
  const count = () => {
    calls += 1;
    if (calls >= fatal) throw new Error('killed');
  };
  const { client } = getTable();
  const send = client.send.bind(client) as (command: never) => Promise<never>;
  const spy = vi.spyOn(client, 'send').mockImplementation((async (command: never) => {
    count();
    return send(command);
  }) as never);
  onTestFinished(() => spy.mockRestore());
  sqs.on(SendMessageBatchCommand).callsFake(() => {
    count();
    return {};
  });
  try {
    await step();
    return true;
  } catch (error) {
    expect(String(error)).toContain('killed');
    return false;
  } finally {
    spy.mockRestore();
    sqs.on(SendMessageBatchCommand).resolves({});
  }
}

test('Steps of one recovery at once, and two recoveries at once, replay each delivery once', async () => {
  const { deliveries, start, read, generations } = await endpointWith(Array(8).fill('dead_letter'));
  const first = await start();
  const second = await start();
  await Promise.all([first.job, first.job, first.job].map((job) => recover(job as DeliveryJob)));
  enqueued();
  await recover(second.job as DeliveryJob);
  expect(enqueued().attempts).toEqual([]);
  expect(await generations()).toEqual(deliveries.map(() => 2));
  expect(await read(first.recovery_id)).toMatchObject({ state: 'done', replayed: 8, skipped: 0, pending: 8 });
  expect(await read(second.recovery_id)).toMatchObject({ state: 'done', replayed: 0, skipped: 8, pending: 0 });
});

test('What was delivered, replayed or is being attempted in the meantime is left as it is', async () => {
  const { deliveries, start, read, generations } = await endpointWith(Array(3).fill('retrying'));
  const { recovery_id: id, job } = await start();
  const [delivered, replayed, attempted] = deliveries as [Delivery, Delivery, Delivery];
  await harness.record(await harness.claimed(delivered), OK);
  await harness.restart(await harness.read(replayed));
  await harness.claimed(attempted, Date.now());
  expect(await runAll(job)).toEqual([]);
  expect(await generations()).toEqual([1, 2, 1]);
  expect(await read(id)).toMatchObject({ state: 'done', replayed: 0, skipped: 3, pending: 0 });
});

test('A recovery of an unverified organization continues in turns, and waits beyond its budget', async () => {
  const { organizationId, deliveries, start, read } = await endpointWith(Array(12).fill('dead_letter'), {
    isVerified: false,
  });
  limitAttempts(7);
  const { recovery_id: id, job } = await start();
  await recover(job as DeliveryJob);
  const { attempts, steps } = enqueued();
  expect([attempts.length, steps.length]).toEqual([5, 1]);
  expect(await read(id)).toMatchObject({ state: 'running', replayed: 5 });
  expect(await runAll(steps[0])).toHaveLength(2);
  expect(await read(id)).toMatchObject({ state: 'done', replayed: 12, pending: 12 });
  const waiting = await harness.waitingIn(organizationId);
  expect(waiting.map(([one]) => one).sort()).toEqual(
    deliveries
      .slice(7)
      .map((one) => one.id)
      .sort(),
  );
});

test('A recovery is bounded by what it matches and what it reads, and says where the next one continues', async () => {
  const { organizationId, webhookId, deliveries } = await endpointWith(Array(5).fill('dead_letter'));
  await store(deliveryAt(organizationId, SINCE + 3, { status: 'dead_letter' }));
  const webhook = { organizationId, id: webhookId };
  const ids = deliveries.map((one) => one.id);
  const match = (since: number, matched: number, examined: number) =>
    matchDeliveries(engine.table, webhook, { since, status: 'all' }, { matched, examined });
  expect(await match(SINCE, 5, 6)).toMatchObject({ deliveryIds: ids, nextSince: null });
  expect(await match(SINCE, 2, 6)).toMatchObject({ deliveryIds: ids.slice(0, 2), nextSince: SINCE + 2 });
  expect(await match(SINCE + 2, 9, 2)).toMatchObject({ nextSince: SINCE + 3 });
  expect(await match(SINCE + 4, 9, 9)).toMatchObject({ deliveryIds: ids.slice(4), nextSince: null });
});

test('A repeated request is one recovery, and a disabled, foreign or unknown endpoint has none', async () => {
  const { organizationId, webhookId, key, start, read } = await endpointWith(FAILED);
  const once = { idempotencyKey: randomPart() };
  const first = await start({}, once);
  expect((await start({}, once)).recovery_id).toBe(first.recovery_id);
  expect(await relayed(organizationId)).toHaveLength(1);
  expect(await findRecovery(engine.table, organizationId, first.recovery_id)).toMatchObject({ matched: 2 });

  const other = await endpointWith([]);
  const body = { since: new Date(SINCE).toISOString(), status: 'all' };
  const unknown = makeId('webhook', SINCE, randomPart());
  for (const id of [other.webhookId, unknown]) {
    expect((await api.call('recoverWebhook', { key, params: { id }, body })).status).toBe(404);
    const params = { id, rid: first.recovery_id };
    expect((await api.call('getRecovery', { key, params })).status).toBe(404);
  }
  expect((await read(makeId('recovery', SINCE, randomPart()))).error.code).toBe('resource.not_found');
  expect((await other.read(first.recovery_id)).error.code).toBe('resource.not_found');
  await api.call('updateWebhook', { key, params: { id: webhookId }, body: { enabled: false } });
  const refused = await api.call('recoverWebhook', { key, params: { id: webhookId }, body });
  expect(refused.body.error).toMatchObject({ code: 'webhook.disabled' });
});

test('A recovery that has not finished is found among what was not relayed, until it has', async () => {
  const { organizationId, start } = await endpointWith(FAILED);
  const { job } = await start();
  const check = async () => {
    const finder = new UnrelayedFinder(engine.table, { now: Date.now(), changedEndpoints: false });
    const entries = await outboxOf(engine.table, organizationId);
    return Promise.all(entries.map((entry) => finder.check(entry as unknown as Row)));
  };
  expect(await check()).toEqual(['recovery not finished']);
  await runAll(job);
  expect(await check()).toEqual([undefined]);
});
