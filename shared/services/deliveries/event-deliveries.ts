import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import type { Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { hasReservedTime, matchesWebhook } from '#shared/domain/delivery/webhook.ts';
import type { EventHead } from '#shared/domain/log/events.ts';

/** A replay of an event: the id of its outbox entry, and the delivery times of endpoints registered after the event. */
export interface Replay {
  readonly id: string;
  readonly late: Readonly<Record<string, number>>;
}

/**
 * The deliveries of an event: one for each endpoint that subscribes to it and has a delivery time. The event has
 * reserved none for an endpoint that was registered after it; such an endpoint gets the event by a replay only, and not
 * by one that was committed before it.
 */
export function eventDeliveries(event: EventHead, webhooks: readonly Webhook[], replay?: Replay): Delivery[] {
  return webhooks
    .filter((webhook) => matchesWebhook(webhook, event))
    .flatMap((webhook) => {
      const time = hasReservedTime(webhook, event) ? event.deliveryBase + webhook.slot : replay?.late[webhook.id];
      return time === undefined ? [] : [newDelivery(webhook, event, time)];
    });
}
