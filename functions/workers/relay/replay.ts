import { createDelivery, restartDelivery } from '../../../shared/data/direct-writes/delivery-attempt.ts';
import { findDelivery } from '../../../shared/data/entities/delivery.ts';
import { findEvent } from '../../../shared/data/entities/event.ts';
import type { OutboxEntry } from '../../../shared/data/entities/outbox.ts';
import { hasReservedTime, matchesWebhook, type Webhook } from '../../../shared/data/entities/webhook.ts';
import { type Delivery, deliveryId, newDelivery } from '../../../shared/domain/delivery.ts';
import type { EventHead } from '../../../shared/domain/events.ts';
import { PermanentError } from '../../../shared/domain/permanent-error.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import type { QueuedJob } from '../../../shared/runtime/queue.ts';
import { queueDeliveries } from './fan-out.ts';

/**
 * Delivers an event again. The delivery of each matching endpoint starts a new generation under the same id. An
 * endpoint without a delivery gets one. A delivery in flight stays as it is.
 *
 * See: docs/contract/events.md#replay.
 */
export async function replay(
  entry: Extract<OutboxEntry, { kind: 'replay' }>,
  webhooks: readonly Webhook[],
): Promise<QueuedJob[]> {
  const event = await findEvent(getTable(), entry.organizationId, entry.eventId);
  if (event === undefined) throw new PermanentError('the event of a replay does not exist');
  const started = await Promise.all(
    webhooks.filter((webhook) => matchesWebhook(webhook, event)).map((webhook) => restart(event, webhook, entry)),
  );
  return queueDeliveries(started.filter((delivery) => delivery !== undefined));
}

async function restart(
  event: EventHead,
  webhook: Webhook,
  entry: Extract<OutboxEntry, { kind: 'replay' }>,
): Promise<Delivery | undefined> {
  const time = hasReservedTime(webhook, event) ? event.deliveryBase + webhook.slot : entry.late[webhook.id];
  // The endpoint was registered after the replay was committed, so no delivery time is reserved for it.
  if (time === undefined) return undefined;
  const existing = await findDelivery(getTable(), event.organizationId, deliveryId(event.id, webhook.id, time));
  if (existing !== undefined) return restartDelivery(getTable(), existing, entry.id, Date.now());
  const fresh = { ...newDelivery(webhook, event, time), replayId: entry.id };
  const delivery = await createDelivery(getTable(), fresh);
  return delivery.replayId === entry.id && delivery.status === 'pending' ? delivery : undefined;
}
