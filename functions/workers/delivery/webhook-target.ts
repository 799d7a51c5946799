import type { DeliveryJob } from '#shared/contract/jobs.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { WEBHOOK_TEST_TYPE, webhookBody } from '#shared/domain/delivery/webhook-body.ts';
import { EVENT_VERSION, type LoggedEvent } from '#shared/domain/log/events.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';
import type { DeliveryBatchCache } from './delivery-batch-cache.ts';
import { signedHeaders } from './signed-headers.ts';

/** The POST of an attempt. */
export interface AttemptRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request that appended the event. */
  readonly requestId?: string | undefined;
}

/** Why a delivery is not attempted and never will be. */
export interface NoAttempt {
  readonly reason: string;
}

/** The endpoint of a delivery, and what builds the POST to it: its body may be large, and it may not be needed. */
export interface AttemptTarget {
  readonly url: string;
  build(): Promise<AttemptRequest | NoAttempt>;
}

/** Finds the endpoint of a delivery. Called once the lease of the attempt is held. */
export type TargetFinder = (delivery: Delivery) => Promise<AttemptTarget | NoAttempt>;

/**
 * Builds the request that posts an event, or a test call, to an endpoint as the endpoint is now. The cache has begun to
 * read the event, or reads it when the request is built.
 */
export async function webhookTarget(job: DeliveryJob, cache: DeliveryBatchCache): Promise<TargetFinder> {
  const webhook = await cache.webhook(job);
  return async (delivery) => {
    if (webhook === undefined) return { reason: 'endpoint deleted' };
    if (!webhook.enabled) return { reason: 'endpoint disabled' };
    const { url } = webhook;
    const build = async () => {
      const event = await cache.event(job);
      const sent = event ?? (delivery.test === true ? testEvent(delivery) : undefined);
      if (sent === undefined) return { reason: 'event missing' };
      const body = webhookBody(sent);
      const headers = await signedHeaders(webhook, await getKeyring(), delivery, body, Date.now());
      return { url, body, headers, requestId: sent.requestId };
    };
    return { url, build };
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
