import type { DeliveryTicket } from '../../../shared/data/entities/delivery.ts';
import { findEvent, findEvents } from '../../../shared/data/entities/event.ts';
import { findWebhook, type Webhook } from '../../../shared/data/entities/webhook.ts';
import type { LoggedEvent } from '../../../shared/domain/events.ts';
import { theTable } from '../../../shared/runtime/clients.ts';

/**
 * What the attempts of one batch need to know, read once for all of them: the events in one request, and each
 * endpoint once, as it is now (a rotated secret signs at once, a deleted endpoint is not called).
 */
export class Briefing {
  readonly #tickets: DeliveryTicket[];
  #events: Promise<Map<string, LoggedEvent>> | undefined;
  readonly #webhooks = new Map<string, Promise<Webhook | undefined>>();

  constructor(bodies: readonly string[]) {
    this.#tickets = bodies.flatMap((body) => {
      try {
        const ticket = JSON.parse(body) as DeliveryTicket;
        return ticket.push === undefined ? [ticket] : [];
      } catch {
        // The message itself fails where it is parsed; here it only has nothing to tell.
        return [];
      }
    });
  }

  async event(ticket: DeliveryTicket): Promise<LoggedEvent | undefined> {
    this.#events ??= findEvents(theTable(), this.#tickets);
    const event = (await this.#events).get(ticket.eventId);
    if (event?.organizationId === ticket.organizationId) return event;
    // The request for all was cheap and may lag behind the commit; what it missed is asked for strongly.
    return findEvent(theTable(), ticket.organizationId, ticket.eventId);
  }

  webhook(ticket: DeliveryTicket): Promise<Webhook | undefined> {
    const known = this.#webhooks.get(ticket.webhookId);
    if (known !== undefined) return known;
    const loading = findWebhook(theTable(), ticket.organizationId, ticket.webhookId, { strong: true });
    this.#webhooks.set(ticket.webhookId, loading);
    return loading;
  }
}
