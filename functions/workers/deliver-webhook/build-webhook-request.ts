import type { DeliveryJob } from '../../../shared/data/entities/delivery.ts';
import type { Delivery } from '../../../shared/domain/delivery.ts';
import { EVENT_VERSION, type LoggedEvent } from '../../../shared/domain/events.ts';
import { WEBHOOK_TEST_TYPE, webhookBody } from '../../../shared/domain/webhook-body.ts';
import { getKeyring } from '../../../shared/runtime/keyring.ts';
import type { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { signedHeaders } from './signed-headers.ts';

/** What is posted where, or why nothing is any more. */
export type DeliveryRequest = { url: string; body: string; headers: Record<string, string> } | { reason: string };

/** Makes the parcel of a delivery, once its attempt is claimed. */
export type RequestBuilder = (delivery: Delivery) => Promise<DeliveryRequest>;

/** An event, or a test call, for an endpoint as it is now. */
export async function buildWebhookRequest(ticket: DeliveryJob, cache: DeliveryBatchCache): Promise<RequestBuilder> {
  const [webhook, event] = await Promise.all([cache.webhook(ticket), cache.event(ticket)]);
  return async (delivery) => {
    const sent = event ?? (delivery.test === true ? testEvent(delivery) : undefined);
    if (webhook === undefined) return { reason: 'endpoint deleted' };
    if (sent === undefined) return { reason: 'event missing' };
    if (!webhook.enabled) return { reason: 'endpoint disabled' };
    const body = webhookBody(sent);
    return { url: webhook.url, body, headers: signedHeaders(webhook, await getKeyring(), delivery, body, Date.now()) };
  };
}

/** What a test call tells: outside the log, and about nothing but its endpoint. */
function testEvent(delivery: Delivery): LoggedEvent {
  return {
    id: delivery.eventId,
    organizationId: delivery.organizationId,
    type: WEBHOOK_TEST_TYPE,
    version: EVENT_VERSION,
    identityId: delivery.identityId,
    aggregateType: null,
    aggregateId: null,
    threadId: null,
    payload: { webhook_id: delivery.webhookId },
    message: null,
    agents: null,
    createdAt: delivery.createdAt,
    deliveryBase: delivery.createdAt,
    deliverySlots: 1,
  };
}
