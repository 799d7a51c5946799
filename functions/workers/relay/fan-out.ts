import { createDelivery } from '../../../shared/data/direct-writes/delivery-attempt.ts';
import { toDeliveryJob } from '../../../shared/data/entities/delivery.ts';
import { hasReservedTime, matchesWebhook } from '../../../shared/data/entities/webhook.ts';
import { type Delivery, newDelivery } from '../../../shared/domain/delivery.ts';
import type { LoggedEvent } from '../../../shared/domain/events.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import type { Job } from './job.ts';
import type { WebhookCache } from './webhook-cache.ts';

/**
 * Makes the deliveries of a new event. An endpoint that was registered after the event was committed has no time
 * reserved for it, and gets the event only by a replay.
 */
export async function fanOut(event: LoggedEvent, webhookCache: WebhookCache): Promise<Job[]> {
  const webhooks = (await webhookCache.forOrganization(event.organizationId)).filter(
    (webhook) => matchesWebhook(webhook, event) && hasReservedTime(webhook, event),
  );
  const deliveries = await Promise.all(
    webhooks.map((webhook) =>
      createDelivery(getTable(), newDelivery(webhook, event, event.deliveryBase + webhook.slot)),
    ),
  );
  // Found from an earlier run and under way by now: its message was sent.
  return deliveries.filter((delivery) => delivery.status === 'pending').map(deliveryJob);
}

/** The message for a delivery's next attempt. Its group is the endpoint: a slow one holds up nobody else. */
export function deliveryJob(delivery: Delivery): Job {
  return { queue: 'delivery', message: { body: toDeliveryJob(delivery), group: delivery.webhookId } };
}
