import type { DeliveryJob } from '../../../shared/data/entities/delivery.ts';
import { findEvent, findEvents } from '../../../shared/data/entities/event.ts';
import { findWebhook, type Webhook } from '../../../shared/data/entities/webhook.ts';
import type { LoggedEvent } from '../../../shared/domain/events.ts';
import { getTable } from '../../../shared/runtime/clients.ts';

/**
 * What the attempts of one batch need to know, read once for all of them: the events in one request, and each
 * endpoint once, as it is now (a rotated secret signs at once, a deleted endpoint is not called).
 */
export class DeliveryBatchCache {
  readonly #tickets: DeliveryJob[];
  #events: Promise<Map<string, LoggedEvent>> | undefined;
  readonly #webhooks = new Map<string, Promise<Webhook | undefined>>();

  constructor(bodies: readonly string[]) {
    this.#tickets = bodies.flatMap((body) => {
      try {
        const ticket = JSON.parse(body) as DeliveryJob;
        return ticket.push === undefined ? [ticket] : [];
      } catch {
        // The message itself fails where it is parsed; here it only has nothing to tell.
        return [];
      }
    });
  }

  async event(ticket: DeliveryJob): Promise<LoggedEvent | undefined> {
    this.#events ??= findEvents(getTable(), this.#tickets);
    const event = (await this.#events).get(ticket.eventId);
    if (event?.organizationId === ticket.organizationId) return event;
    // The request for all was cheap and may lag behind the commit; what it missed is asked for strongly.
    return findEvent(getTable(), ticket.organizationId, ticket.eventId);
  }

  webhook(ticket: DeliveryJob): Promise<Webhook | undefined> {
    const known = this.#webhooks.get(ticket.webhookId);
    if (known !== undefined) return known;
    const loading = findWebhook(getTable(), ticket.organizationId, ticket.webhookId, { strong: true });
    this.#webhooks.set(ticket.webhookId, loading);
    return loading;
  }
}
