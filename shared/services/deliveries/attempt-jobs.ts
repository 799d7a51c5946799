import { type DeliveryJob, toDeliveryJob } from '#shared/contract/jobs.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { isWaiting } from '#shared/domain/delivery/delivery.ts';
import { enqueueAll, type QueuedJob } from '#shared/runtime/queue.ts';

/** Makes the message that carries a job to the workers of deliveries, after a delay in seconds. */
export type ToMessage = (job: DeliveryJob, delaySeconds?: number) => QueuedJob<'delivery'>;

/**
 * The messages for the attempts of an organization: each says whether its owner is verified, so that the worker of the
 * attempt need not read that, and has the group that makes the queue fair. SQS serves quiet groups before those with
 * many messages in flight.
 *
 * With a verified owner each endpoint is a group, so that a slow endpoint delays no other. All endpoints of an
 * organization without one are a single group: otherwise a stranger with many of them would be as many quiet groups.
 *
 * Source: SQS developer guide, Amazon SQS fair queues. See: docs/decisions/0042-strangers.md#deliveries.
 */
export async function attemptMessages(table: Table, organizationId: string): Promise<ToMessage> {
  const isVerified = await isOwnerVerified(table, organizationId);
  return (job, delaySeconds) => ({
    queue: 'delivery',
    job: { ...job, isVerified },
    group: isVerified ? job.webhookId : organizationId,
    delaySeconds,
  });
}

/** Enqueues one attempt. */
export async function enqueueAttempt(table: Table, job: DeliveryJob, delaySeconds?: number): Promise<void> {
  const toMessage = await attemptMessages(table, job.organizationId);
  await enqueueAll([toMessage(job, delaySeconds)]);
}

/**
 * The next attempts of deliveries of one organization, for the queue. A delivery that is not pending exists since an
 * earlier run, which enqueued it; one that waits for the budget of its organization is enqueued by the sweep.
 */
export async function attemptJobs(table: Table, deliveries: readonly Delivery[]): Promise<QueuedJob<'delivery'>[]> {
  const ready = deliveries.filter((delivery) => delivery.status === 'pending' && !isWaiting(delivery));
  const [first] = ready;
  if (first === undefined) return [];
  const toMessage = await attemptMessages(table, first.organizationId);
  return ready.map((delivery) => toMessage(toDeliveryJob(delivery)));
}
