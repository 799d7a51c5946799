import type { DeliveryTicket } from '../../../shared/data/entities/delivery.ts';
import type { Delivery } from '../../../shared/domain/delivery.ts';
import { EVENT_VERSION, type LoggedEvent } from '../../../shared/domain/events.ts';
import { WEBHOOK_TEST_TYPE, webhookBody } from '../../../shared/domain/webhook-body.ts';
import { theKeyring } from '../../../shared/runtime/keyring.ts';
import type { Briefing } from './briefing.ts';
import { signedHeaders } from './signed-headers.ts';

/** What is posted where, or why nothing is any more. */
export type Parcel = { url: string; body: string; headers: Record<string, string> } | { reason: string };

/** Makes the parcel of a delivery, once its attempt is claimed. */
export type Errand = (delivery: Delivery) => Promise<Parcel>;

/** An event, or a test call, for an endpoint as it is now. */
export async function webhookErrand(ticket: DeliveryTicket, briefing: Briefing): Promise<Errand> {
  const [webhook, event] = await Promise.all([briefing.webhook(ticket), briefing.event(ticket)]);
  return async (delivery) => {
    const happening = event ?? (delivery.test === true ? testEvent(delivery) : undefined);
    if (webhook === undefined) return { reason: 'endpoint deleted' };
    if (happening === undefined) return { reason: 'event missing' };
    if (!webhook.enabled) return { reason: 'endpoint disabled' };
    const body = webhookBody(happening);
    return { url: webhook.url, body, headers: signedHeaders(webhook, await theKeyring(), delivery, body, Date.now()) };
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
