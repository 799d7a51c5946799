import type { EventHead, EventType } from '../log/events.ts';

/** What decides which events an endpoint gets. */
export interface EndpointFilter {
  enabled: boolean;
  /** null for all types, including those that are added later. */
  eventTypes: readonly EventType[] | null;
  /** The identity that the endpoint gets the events of; null for all events of the organization. */
  identityId: string | null;
}

/** Whether an endpoint is to get an event. See: docs/contract/webhooks.md#request-headers. */
export function matchesWebhook({ enabled, eventTypes, identityId }: EndpointFilter, event: EventHead): boolean {
  const types: readonly string[] | null = eventTypes;
  return (
    enabled &&
    (types === null || types.includes(event.type)) &&
    (identityId === null || identityId === event.identityId)
  );
}

/** When an endpoint was registered, and its slot. See: shared/domain/delivery/delivery-slots.ts. */
interface Registration {
  registeredAtDeliveryClock: number;
  slot: number;
}

/** Whether the event has reserved a delivery time for the endpoint. */
export function hasReservedTime({ registeredAtDeliveryClock, slot }: Registration, event: EventHead): boolean {
  return registeredAtDeliveryClock < event.deliveryBase && slot < event.deliverySlots;
}
