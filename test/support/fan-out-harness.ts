import { beforeAll, beforeEach, expect } from 'vitest';
import { dispatchOutboxEntry } from '#functions/workers/relay/dispatch-outbox-entry.ts';
import { fanOut } from '#functions/workers/relay/fan-out.ts';
import { SubscriberCache } from '#functions/workers/relay/subscriber-cache.ts';
import { type FanOutJob, JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { type Delivery, deliveriesBetween } from '#shared/data/entities/delivery/delivery.ts';
import { dueWaitingOrganizations, organizationOfWaiting } from '#shared/data/entities/delivery/waiting-deliveries.ts';
import type { Table } from '#shared/data/table-client.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import type { QueuedJob } from '#shared/runtime/queue.ts';
import { DeliveryHarness } from './delivery-harness.ts';
import { FanOutJobs } from './fan-out-jobs.ts';
import { InProcessApi } from './in-process-api.ts';
import { outboxOf } from './outbox.ts';

/** Passes an event on as the relay does. */
export const relay = (event: LoggedEvent) => fanOut(event, new SubscriberCache(Date.now()));

/** The one job that the relay passes on, as the worker parses it. */
export function passedOn(jobs: QueuedJob[]): FanOutJob {
  expect(jobs).toHaveLength(1);
  const job = JOB_SCHEMAS.delivery.parse(JSON.parse(JSON.stringify(jobs[0]?.job)));
  if (!('kind' in job)) throw new Error('the relay passed nothing on');
  return job;
}

/** The ids of deliveries, sorted. */
export const idsOf = (rows: readonly Delivery[]) => rows.map(({ id }) => id).sort();
/** Whether a delivery waits for the budget of its organization. */
export const isWaiting = ({ waitingBytes }: Delivery) => waitingBytes !== undefined;

/** Events with many endpoints, on a real table: the relay passes them on, and a job creates their deliveries. */
export function useFanOut(engine: { readonly table: Table }) {
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

  /** Sets how many deliveries an unverified organization may send in an hour. */
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

  /** Registers another endpoint of an organization. */
  async function endpoint(key: string): Promise<string> {
    return (await api.call('createWebhook', { key, body: { url: 'https://receiver.example/' } })).body.id;
  }

  /** Replays an event, and returns the jobs of the relay. */
  async function replay(organizationId: string, key: string, event: LoggedEvent): Promise<QueuedJob[]> {
    await api.call('replayEvent', { key, params: { id: event.id } });
    const jobs = [];
    for (const entry of await outboxOf(engine.table, organizationId))
      jobs.push(...(await dispatchOutboxEntry(entry, new SubscriberCache(Date.now()))));
    return jobs;
  }

  /** The deliveries of an organization. */
  const deliveries = (organizationId: string): Promise<Delivery[]> =>
    Array.fromAsync(deliveriesBetween(engine.table, organizationId, {}, 1000));

  /** The deliveries that were enqueued for an attempt since the last call. */
  const enqueued = () =>
    queued
      .enqueued()
      .map(({ deliveryId }) => deliveryId)
      .sort();

  /** Whether the sweep will look at an organization. */
  async function isLookedAt(organizationId: string): Promise<boolean> {
    const rows = await Array.fromAsync(dueWaitingOrganizations(engine.table, Date.now() + HOUR, 1000));
    return rows.some((row) => organizationOfWaiting(row) === organizationId);
  }

  const call = ((name, given) => api.call(name, given)) as InProcessApi['call'];
  return { harness, queued, call, limit, organization, endpoint, replay, deliveries, enqueued, isLookedAt };
}
