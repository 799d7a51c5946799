import { randomUUID } from 'node:crypto';
import type { DeliveryJob } from '#shared/contract/jobs.ts';
import { acquireAttemptLease } from '#shared/data/direct-writes/delivery-attempt.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { ATTEMPT_LEASE_MS } from '#shared/domain/delivery/delivery.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '#shared/domain/time/queue-delay.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { enqueueAttempt } from '#shared/services/deliveries/attempt-jobs.ts';

/**
 * Acquires the lease of the attempt that a job names, and returns its delivery. Returns `undefined` if there is nothing
 * to attempt: the attempt was made, or the delivery has ended or was restarted. While another worker has the lease, the
 * job is queued again for the time after it.
 */
export async function leaseAttempt(job: DeliveryJob): Promise<Delivery | undefined> {
  const now = Date.now();
  const lease = { id: randomUUID(), until: now + ATTEMPT_LEASE_MS, now };
  const acquired = await acquireAttemptLease(getTable(), job, lease);
  if (acquired.acquired) return acquired.delivery;
  if (acquired.leasedUntil !== undefined) await requeueAfterLease(job, acquired.leasedUntil, now);
  return undefined;
}

/** Checks again when the lease of another worker has expired, because that worker may have crashed. */
async function requeueAfterLease(job: DeliveryJob, leasedUntil: number, now: number): Promise<void> {
  const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(1, Math.ceil((leasedUntil - now) / 1000)));
  await enqueueAttempt(getTable(), job, delaySeconds);
}
