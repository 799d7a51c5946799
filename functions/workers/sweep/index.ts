import { deferDueDelivery } from '../../../shared/data/direct-writes/delivery-attempt.ts';
import { dueDeliveries, toDeliveryJob } from '../../../shared/data/entities/delivery.ts';
import { DUE_SHARDS } from '../../../shared/data/table.ts';
import { MINUTE } from '../../../shared/domain/time.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { logger, MetricUnit, metrics, publishMetrics } from '../../../shared/runtime/log.ts';
import { mapSettledWithLimit } from '../../../shared/runtime/map-with-limit.ts';
import { MAX_QUEUE_DELAY_SECONDS, sendMessages } from '../../../shared/runtime/queue.ts';
import { enqueueDueDomains } from './due-domains.ts';

/** Retries taken from each shard in one run; the next run is a minute away. */
const MAX_PER_SHARD = 2_000;

/** A retry that was enqueued is left alone for so long. */
const POSTPONED_MS = 5 * MINUTE;

/**
 * Runs every minute. Releases retries that lie further away than a queue can hold a message back, and picks up
 * those whose message was lost. A retry that is enqueued twice is attempted once: attempts are claimed. Mail domains
 * that are to be looked at again come last, so that nothing about them can hold up a delivery.
 *
 * See: docs/architecture.md#four-decisions.
 */
export const handler = async (): Promise<void> => {
  const { DELIVERY_QUEUE_URL } = readEnv('DELIVERY_QUEUE_URL');
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
  metrics.addMetric('OldestDueDeliverySeconds', MetricUnit.Seconds, Math.round(oldest / 1000));
  metrics.addMetric('DueDeliveries', MetricUnit.Count, due.length);
  publishMetrics();

  const outcomes = await mapSettledWithLimit(due, 20, async (row) => {
    const delivery = await deferDueDelivery(getTable(), row, row.due_at, now + POSTPONED_MS);
    if (delivery === undefined) return;
    const wait = Math.ceil(((delivery.nextAttemptAt ?? now) - now) / 1000);
    const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(0, wait));
    await sendMessages(DELIVERY_QUEUE_URL, [
      { body: toDeliveryJob(delivery), group: delivery.webhookId, delaySeconds },
    ]);
  });
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length > 0) {
    // Those stay due, or come due again in five minutes: the next run takes them.
    logger.error('retries not enqueued', { count: failed.length, error: failed[0]?.reason as Error });
  }
  await enqueueDueDomains(now);
};
