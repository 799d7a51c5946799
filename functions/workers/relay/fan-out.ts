import { toDeliveryJob } from '../../../shared/contract/jobs.ts';
import { createDelivery } from '../../../shared/data/direct-writes/delivery-attempt.ts';
import { hasReservedTime, matchesWebhook } from '../../../shared/data/entities/webhook.ts';
import { type Delivery, newDelivery } from '../../../shared/domain/delivery.ts';
import type { EventHead } from '../../../shared/domain/events.ts';
import { matchesStream } from '../../../shared/domain/stream.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import type { QueuedJob } from '../../../shared/runtime/queue.ts';
import { queueStream } from './queue-stream.ts';
import type { SubscriberCache } from './subscriber-cache.ts';

/**
 * Creates the deliveries of a new event. The event has reserved no delivery time for an endpoint that was registered
 * after it; such an endpoint gets the event by a replay only. Also wakes the event streams that send the event.
 */
export async function fanOut(event: EventHead, subscribers: SubscriberCache): Promise<QueuedJob[]> {
  const webhooks = (await subscribers.webhooksOf(event.organizationId)).filter(
    (webhook) => matchesWebhook(webhook, event) && hasReservedTime(webhook, event),
  );
  const deliveries = await Promise.all(
    webhooks.map((webhook) =>
      createDelivery(getTable(), newDelivery(webhook, event, event.deliveryBase + webhook.slot)),
    ),
  );
  // A delivery that is not pending exists since an earlier run, which enqueued it.
  const pushes = (await subscribers.streamsOf(event.organizationId))
    .filter((stream) => matchesStream(stream, event))
    .map((stream) => queueStream(event.organizationId, stream.connectionId));
  return [...deliveries.filter((delivery) => delivery.status === 'pending').map(queueDelivery), ...pushes];
}

/** A delivery's next attempt for the queue. The endpoint is the group, so that a slow endpoint delays no other. */
export function queueDelivery(delivery: Delivery): QueuedJob<'delivery'> {
  return { queue: 'delivery', job: toDeliveryJob(delivery), group: delivery.webhookId };
}
