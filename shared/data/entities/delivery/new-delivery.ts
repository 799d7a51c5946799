import { createHash } from 'node:crypto';
import { deliveryId } from '#shared/domain/delivery/delivery.ts';
import { makeId, randomPartOf } from '#shared/domain/ids/ids.ts';
import type { Delivery } from './delivery.ts';

/** A delivery before its first attempt. `time` is the delivery time that is reserved for it. */
export function newDelivery(
  webhook: { id: string; organizationId: string; identityId: string | null; url: string },
  event: { id: string; type: string },
  time: number,
): Delivery {
  return {
    id: deliveryId(event.id, webhook.id, time),
    organizationId: webhook.organizationId,
    webhookId: webhook.id,
    identityId: webhook.identityId,
    eventId: event.id,
    eventType: event.type,
    url: webhook.url,
    status: 'pending',
    generation: 1,
    attemptCount: 0,
    lastError: null,
    responseStatus: null,
    durationMs: null,
    nextAttemptAt: null,
    deliveredAt: null,
    createdAt: time,
    updatedAt: time,
  };
}

/** The event type of a push notification in the delivery log. It is not an event of the event log. */
const PUSH_NOTIFICATION_TYPE = 'a2a.push_notification';

/** A push notification before its first attempt. `time` is the delivery time that is reserved for it. */
export function newPushDelivery(
  config: { id: string; taskId: string; endpointId: string; url: string; organizationId: string; identityId: string },
  seq: number,
  time: number,
): Delivery {
  const { id: configId, taskId, endpointId, organizationId, identityId, url } = config;
  const endpoint = { id: endpointId, organizationId, identityId, url };
  // Derived from the step: if the relay processes the step again, receivers can recognize the repetition.
  const digest = createHash('sha256').update(`${taskId} ${seq}`).digest();
  const event = { id: makeId('event', time, randomPartOf(digest)), type: PUSH_NOTIFICATION_TYPE };
  return { ...newDelivery(endpoint, event, time), push: { taskId, configId, seq } };
}
