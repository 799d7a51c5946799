import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';

/** A delivery in the form of the API. */
export function deliveryRecord(delivery: Delivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    url: delivery.url,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    last_error: delivery.lastError,
    response_status: delivery.responseStatus,
    duration_ms: delivery.durationMs,
    next_attempt_at: timestampOrNull(delivery.nextAttemptAt),
    delivered_at: timestampOrNull(delivery.deliveredAt),
    created_at: timestamp(delivery.createdAt),
    updated_at: timestamp(delivery.updatedAt),
  };
}
