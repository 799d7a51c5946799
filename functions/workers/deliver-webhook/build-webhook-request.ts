import type { DeliveryJob } from '../../../shared/contract/jobs.ts';
import type { Delivery } from '../../../shared/domain/delivery.ts';
import { EVENT_VERSION, type LoggedEvent } from '../../../shared/domain/events.ts';
import { WEBHOOK_TEST_TYPE, webhookBody } from '../../../shared/domain/webhook-body.ts';
import { getKeyring } from '../../../shared/runtime/stage-keyring.ts';
import type { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { signedHeaders } from './signed-headers.ts';

/** The POST of an attempt, or the reason why there is none. */
export type DeliveryRequest =
  | { url: string; body: string; headers: Record<string, string>; requestId?: string | undefined }
  | { reason: string };

/** Builds the POST of a delivery. Called once the lease of the attempt is held. */
export type RequestBuilder = (delivery: Delivery) => Promise<DeliveryRequest>;

/** Builds the request that posts an event, or a test call, to an endpoint as the endpoint is now. */
export async function buildWebhookRequest(job: DeliveryJob, cache: DeliveryBatchCache): Promise<RequestBuilder> {
  const [webhook, event] = await Promise.all([cache.webhook(job), cache.event(job)]);
  return async (delivery) => {
    const sent = event ?? (delivery.test === true ? testEvent(delivery) : undefined);
    if (webhook === undefined) return { reason: 'endpoint deleted' };
    if (sent === undefined) return { reason: 'event missing' };
    if (!webhook.enabled) return { reason: 'endpoint disabled' };
    const body = webhookBody(sent);
    const headers = await signedHeaders(webhook, await getKeyring(), delivery, body, Date.now());
    return { url: webhook.url, body, headers, requestId: sent.requestId };
  };
}

/** The event of a test call. It names its endpoint only, and the log does not have it. */
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
