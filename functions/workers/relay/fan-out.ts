import { toDeliveryJob } from '../../../shared/contract/jobs.ts';
import { deliveryGroups } from '../../../shared/data/delivery-group.ts';
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
  const pushes = (await subscribers.streamsOf(event.organizationId))
    .filter((stream) => matchesStream(stream, event))
    .map((stream) => queueStream(event.organizationId, stream.connectionId));
  return [...(await queueDeliveries(deliveries)), ...pushes];
}

/**
 * The next attempts of deliveries of one organization, for the queue. A delivery that is not pending exists since an
 * earlier run, which enqueued it.
 */
export async function queueDeliveries(deliveries: readonly Delivery[]): Promise<QueuedJob<'delivery'>[]> {
  const pending = deliveries.filter(({ status }) => status === 'pending');
  const [first] = pending;
  if (first === undefined) return [];
  const groupOf = await deliveryGroups(getTable(), first.organizationId);
  return pending.map((delivery) => ({
    queue: 'delivery',
    job: toDeliveryJob(delivery),
    group: groupOf(delivery),
  }));
}
