import { createDelivery, restartDelivery } from '../../../shared/data/direct-writes/delivery-attempt.ts';
import { findDelivery } from '../../../shared/data/entities/delivery.ts';
import { findEvent } from '../../../shared/data/entities/event.ts';
import type { OutboxEntry } from '../../../shared/data/entities/outbox.ts';
import { hasReservedTime, matchesWebhook, type Webhook } from '../../../shared/data/entities/webhook.ts';
import { type Delivery, deliveryId, newDelivery } from '../../../shared/domain/delivery.ts';
import type { LoggedEvent } from '../../../shared/domain/events.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { deliveryJob } from './fan-out.ts';
import type { Job } from './job.ts';

/**
 * Delivers an event again: each matching endpoint's delivery begins anew under the same id, an endpoint that had
 * none gets one, and one that is in flight is left alone.
 *
 * See: docs/contract/events.md#replay.
 */
export async function replay(
  entry: Extract<OutboxEntry, { kind: 'replay' }>,
  webhooks: readonly Webhook[],
): Promise<Job[]> {
  const event = await findEvent(getTable(), entry.organizationId, entry.eventId);
  if (event === undefined) throw new Error('a replay names an event that is not there');
  const started = await Promise.all(
    webhooks.filter((webhook) => matchesWebhook(webhook, event)).map((webhook) => restart(event, webhook, entry)),
  );
  return started.filter((delivery) => delivery !== undefined).map(deliveryJob);
}

async function restart(
  event: LoggedEvent,
  webhook: Webhook,
  entry: Extract<OutboxEntry, { kind: 'replay' }>,
): Promise<Delivery | undefined> {
  const time = hasReservedTime(webhook, event) ? event.deliveryBase + webhook.slot : entry.late[webhook.id];
  // Registered between the replay's commit and now: as with a new event, it comes too late.
  if (time === undefined) return undefined;
  const existing = await findDelivery(getTable(), event.organizationId, deliveryId(event.id, webhook.id, time));
  if (existing !== undefined) return restartDelivery(getTable(), existing, entry.id, Date.now());
  const fresh = { ...newDelivery(webhook, event, time), replayId: entry.id };
  const delivery = await createDelivery(getTable(), fresh);
  return delivery.replayId === entry.id && delivery.status === 'pending' ? delivery : undefined;
}
