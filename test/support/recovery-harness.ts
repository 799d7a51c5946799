import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach } from 'vitest';
import { recover } from '#functions/workers/delivery/recover.ts';
import { dispatchOutboxEntry } from '#functions/workers/relay/dispatch-outbox-entry.ts';
import { SubscriberCache } from '#functions/workers/relay/subscriber-cache.ts';
import { type DeliveryJob, JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { type Delivery, insertDelivery } from '#shared/data/entities/delivery/delivery.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import type { DeliveryStatus } from '#shared/domain/delivery/delivery.ts';
import { DEFAULT_LIMITS } from '#shared/domain/limits/limits.ts';
import { DeliveryHarness, deliveryAt } from './delivery-harness.ts';
import { InProcessApi } from './in-process-api.ts';
import { outboxOf } from './outbox.ts';
import { verifyOrganization } from './verify-organization.ts';

/** When the deliveries of a recovery begin, in epoch milliseconds. */
export const SINCE = Date.now() - 3_600_000;

/** The statuses that a recovery replays. */
export const FAILED: readonly DeliveryStatus[] = ['dead_letter', 'retrying'];

/** Recoveries on a real table: the API starts them, the relay passes them on, and the worker does their steps. */
export function useRecoveries(engine: { readonly table: Table }) {
  const harness = new DeliveryHarness(engine);
  const sqs = mockClient(SQSClient);
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
        const reply = await api.call('recoverWebhook', {
          key,
          params,
          body: { since, status: 'all', ...body },
          ...more,
        });
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

  /** The jobs that were enqueued since the last call: attempts, and next steps of recoveries. */
  function enqueued() {
    const entries = sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
    sqs.resetHistory();
    const jobs = entries.map(({ MessageBody }) => parsed(JSON.parse(MessageBody ?? '')));
    return {
      attempts: jobs.filter((job) => job.recovers !== true),
      steps: jobs.filter((job) => job.recovers === true),
    };
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

  const call = ((name, given) => api.call(name, given)) as InProcessApi['call'];
  return { harness, sqs, call, limitAttempts, endpointWith, store, relayed, enqueued, runAll };
}

function parsed(job: unknown): DeliveryJob {
  const read = JOB_SCHEMAS.delivery.parse(JSON.parse(JSON.stringify(job)));
  if ('kind' in read) throw new Error('not the job of a recovery');
  return read;
}
