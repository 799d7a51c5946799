import { toDeliveryJob } from '#shared/contract/jobs.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import type { RetryDecision } from '#shared/domain/delivery/delivery.ts';
import { requestIdField } from '#shared/domain/http/request-scope.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '#shared/domain/time/queue-delay.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { logger } from '#shared/runtime/log.ts';
import { enqueueAttempt } from '#shared/services/deliveries/attempt-jobs.ts';

/**
 * Enqueues a retry that is near; the sweep releases one that is further away than a queue can delay a message. An
 * exhausted delivery is for the endpoint's owner to handle, who sees it in the list of deliveries, not a service
 * failure.
 */
export async function scheduleNextAttempt(delivery: Delivery, decision: RetryDecision, now: number): Promise<void> {
  if (decision.status === 'retrying') {
    const delaySeconds = Math.ceil((decision.nextAttemptAt - now) / 1000);
    if (delaySeconds > MAX_QUEUE_DELAY_SECONDS) return;
    const next = { ...toDeliveryJob(delivery), attempt: delivery.attemptCount + 1, ...requestIdField() };
    await enqueueAttempt(getTable(), next, delaySeconds);
  }
  if (decision.status === 'dead_letter' && delivery.test !== true) {
    logger.warn('delivery exhausted', { delivery_id: delivery.id, webhook_id: delivery.webhookId });
  }
}
