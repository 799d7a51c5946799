import { randomUUID } from 'node:crypto';
import {
  acquireAttemptLease,
  deadLetterWithoutAttempt,
  recordOutcome,
} from '../../../shared/data/direct-writes/delivery-attempt.ts';
import type { DeliveryJob } from '../../../shared/data/entities/delivery.ts';
import { toDeliveryJob } from '../../../shared/data/entities/delivery.ts';
import { type Delivery, decideRetry, leaseMs } from '../../../shared/domain/delivery.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { logger, MetricUnit, metrics } from '../../../shared/runtime/log.ts';
import { MAX_QUEUE_DELAY_SECONDS, sendMessages } from '../../../shared/runtime/queue.ts';
import { buildPushRequest } from './build-push-request.ts';
import { buildWebhookRequest } from './build-webhook-request.ts';
import type { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { post } from './post.ts';

/** One ticket: claim the attempt, make it, record how it ended, and see to what comes next. */
export async function deliver(ticket: DeliveryJob, cache: DeliveryBatchCache): Promise<void> {
  const env = readEnv('LIMITS', 'DELIVERY_DELAYS', 'ALLOW_LOOPBACK_RECEIVERS');
  const now = Date.now();
  const timeoutMs = env.LIMITS.deliveryTimeoutMs;
  const [buildRequest, claim] = await Promise.all([
    ticket.push === undefined ? buildWebhookRequest(ticket, cache) : buildPushRequest(ticket.push),
    acquireAttemptLease(getTable(), ticket, { id: randomUUID(), until: now + leaseMs(timeoutMs), now }),
  ]);
  if (!claim.acquired) return requeueAfterLease(ticket, claim.leasedUntil, now);

  const { delivery } = claim;
  const request = await buildRequest(delivery);
  if ('reason' in request) {
    await deadLetterWithoutAttempt(getTable(), delivery, request.reason, Date.now());
    return;
  }
  const { url, body, headers } = request;
  const policy = { allowLoopback: env.ALLOW_LOOPBACK_RECEIVERS === 'true' };
  const outcome = await post(url, headers, body, { timeoutMs, policy });

  const ended = Date.now();
  const delays = delivery.test === true ? [] : env.DELIVERY_DELAYS;
  const verdict = decideRetry(outcome, delays, delivery.attemptCount + 1, Math.random(), ended);
  const held = await recordOutcome(getTable(), { ...delivery, url }, outcome, verdict, ended);
  if (!held) return;
  metrics.addMetric(`Attempts_${verdict.status}`, MetricUnit.Count, 1);
  await scheduleNextAttempt(delivery, verdict, ended);
}

/** Somebody holds the attempt's lease: look again when it has run out, in case they were killed. */
async function requeueAfterLease(ticket: DeliveryJob, leasedUntil: number | undefined, now: number): Promise<void> {
  if (leasedUntil === undefined) return;
  const delaySeconds = Math.min(MAX_QUEUE_DELAY_SECONDS, Math.max(1, Math.ceil((leasedUntil - now) / 1000) + 1));
  const { DELIVERY_QUEUE_URL } = readEnv('DELIVERY_QUEUE_URL');
  await sendMessages(DELIVERY_QUEUE_URL, [{ body: ticket, group: ticket.webhookId, delaySeconds }]);
}

/** A retry that is near goes to the queue at once; a far one waits for the sweeper. An exhausted one is shown. */
async function scheduleNextAttempt(
  delivery: Delivery,
  verdict: ReturnType<typeof decideRetry>,
  now: number,
): Promise<void> {
  const env = readEnv('DELIVERY_QUEUE_URL', 'DELIVERY_DEAD_LETTER_QUEUE_URL');
  if (verdict.status === 'retrying') {
    const delaySeconds = Math.ceil((verdict.nextAttemptAt - now) / 1000);
    if (delaySeconds > MAX_QUEUE_DELAY_SECONDS) return;
    const next = { ...toDeliveryJob(delivery), attempt: delivery.attemptCount + 1 };
    await sendMessages(env.DELIVERY_QUEUE_URL, [{ body: next, group: delivery.webhookId, delaySeconds }]);
  }
  if (verdict.status === 'dead_letter' && delivery.test !== true) {
    logger.warn('delivery exhausted', { delivery_id: delivery.id, webhook_id: delivery.webhookId });
    await sendMessages(env.DELIVERY_DEAD_LETTER_QUEUE_URL, [{ body: toDeliveryJob(delivery) }]);
  }
}
