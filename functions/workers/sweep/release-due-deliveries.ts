import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { deferDueDelivery } from '#shared/data/direct-writes/delivery-attempt.ts';
import { firstDueAt, nextDueAt } from '#shared/data/due-index.ts';
import { dueDeliveries } from '#shared/data/entities/delivery/delivery.ts';
import { DUE_SHARDS } from '#shared/data/table.ts';
import { mapSettledWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '#shared/domain/time/queue-delay.ts';
import { MINUTE, SECOND } from '#shared/domain/time/time.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { measureSeconds, publishMetrics } from '#shared/runtime/log.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { enqueueAttempt } from '#shared/services/deliveries/attempt-jobs.ts';

/** Rows of each shard in one run. The next run is a minute away. */
const MAX_PER_SHARD = 2_000;

/** The pause after a retry was enqueued. If its job is lost, the retry is due again after it. */
const POSTPONED_MS = 5 * MINUTE;

/**
 * Enqueues retries that were further away than a queue can delay a message, and retries with a lost job. A retry that
 * is enqueued twice is attempted once, because each attempt needs a lease.
 *
 * Measures how late the oldest retry is, by the time at which it was due first: those that were enqueued and are not
 * attempted yet count too, so the read includes what is due before the pause ends.
 */
export async function releaseDueDeliveries(now: number): Promise<void> {
  const shards = await Promise.all(
    Array.from({ length: DUE_SHARDS }, (_, shard) =>
      Array.fromAsync(dueDeliveries(getTable(), shard, now + POSTPONED_MS + MINUTE, MAX_PER_SHARD)),
    ),
  );
  const rows = shards.flat();
  const oldest = rows.reduce((age, row) => Math.max(age, now - firstDueAt(row.due_at)), 0);
  measureSeconds('OldestDueDeliverySeconds', Math.round(oldest / SECOND));
  publishMetrics();

  const due = rows.filter((row) => nextDueAt(row.due_at) <= now + MINUTE);
  const outcomes = await mapSettledWithLimit(due, 20, async (row) => {
    const delivery = await deferDueDelivery(getTable(), row, row.due_at, now + POSTPONED_MS);
    if (delivery === undefined) return;
    const wait = Math.ceil(((delivery.nextAttemptAt ?? now) - now) / SECOND);
    const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(0, wait));
    await enqueueAttempt(getTable(), toDeliveryJob(delivery), delaySeconds);
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length === 0) return;
  // They stay due, or are due again after the pause; a later run enqueues them.
  reportFailure('retries not enqueued', failed[0]?.reason, { count: failed.length });
}
