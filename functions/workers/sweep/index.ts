import { toDeliveryJob } from '../../../shared/contract/jobs.ts';
import { deferDueDelivery } from '../../../shared/data/direct-writes/delivery-attempt.ts';
import { dueDeliveries } from '../../../shared/data/entities/delivery.ts';
import { DUE_SHARDS } from '../../../shared/data/table.ts';
import { mapSettledWithLimit } from '../../../shared/domain/map-with-limit.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '../../../shared/domain/queue-delay.ts';
import { MINUTE } from '../../../shared/domain/time.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { logger, measureSeconds, publishMetrics } from '../../../shared/runtime/log.ts';
import { enqueue } from '../../../shared/runtime/queue.ts';
import { enqueueDueDomains } from './due-domains.ts';
import { watchReceiptRules } from './receipt-rules.ts';

/** Retries from each shard in one run. The next run is a minute away. */
const MAX_PER_SHARD = 2_000;

/** The pause after a retry was enqueued. If its job is lost, the retry is due again after it. */
const POSTPONED_MS = 5 * MINUTE;

/**
 * Runs every minute. Enqueues retries that were further away than a queue can delay a message, and retries with a lost
 * job. A retry that is enqueued twice is attempted once, because each attempt needs a lease. Due checks of mail domains
 * come last, so that they cannot delay a delivery, and so does the look at the receipt rules.
 *
 * See: docs/architecture.md#four-decisions.
 */
export const handler = async (): Promise<void> => {
  const now = Date.now();
  const shards = await Promise.all(
    Array.from({ length: DUE_SHARDS }, async (_, shard) => {
      const rows = [];
      for await (const row of dueDeliveries(getTable(), shard, now + MINUTE, MAX_PER_SHARD)) rows.push(row);
      return rows;
    }),
  );
  const due = shards.flat();
  const oldest = due.reduce((age, row) => Math.max(age, now - Number(row.due_at)), 0);
  measureSeconds('OldestDueDeliverySeconds', Math.round(oldest / 1000));
  publishMetrics();

  const outcomes = await mapSettledWithLimit(due, 20, async (row) => {
    const delivery = await deferDueDelivery(getTable(), row, row.due_at, now + POSTPONED_MS);
    if (delivery === undefined) return;
    const wait = Math.ceil(((delivery.nextAttemptAt ?? now) - now) / 1000);
    const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(0, wait));
    await enqueue('delivery', toDeliveryJob(delivery), { group: delivery.webhookId, delaySeconds });
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) {
    // They stay due, or are due again after the pause; a later run enqueues them.
    logger.error('retries not enqueued', { count: failed.length, error: failed[0]?.reason as Error });
  }
  await Promise.all([enqueueDueDomains(now), watchReceiptRules()]);
};
