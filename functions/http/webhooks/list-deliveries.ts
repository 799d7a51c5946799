import * as routes from '#shared/contract/routes/webhooks.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { type Delivery, deliveriesBetween } from '#shared/data/entities/delivery/delivery.ts';
import { findEvent } from '#shared/data/entities/log/event.ts';
import { collect } from '#shared/data/table-client.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { deliveriesOfEvent } from '#shared/services/deliveries/deliveries-of-event.ts';
import { deliveryRecord } from './delivery-record.ts';

/**
 * Those of an event of the log are found by its delivery times, and all others by reading the newest deliveries. An
 * event that the caller may not see is treated as one that does not exist, so that the two responses are the same.
 */
export const listDeliveries = operation(routes.listDeliveries, async ({ actor, table }, { query }) => {
  const organizationId = actor.organization.id;
  const passes = (delivery: Delivery) =>
    mayUse(actor, delivery) &&
    (query.webhook_id === undefined || delivery.webhookId === query.webhook_id) &&
    (query.event_id === undefined || delivery.eventId === query.event_id) &&
    (query.event_type === undefined || delivery.eventType === query.event_type) &&
    (query.status === undefined || delivery.status === query.status);
  const found = query.event_id === undefined ? undefined : await findEvent(table, organizationId, query.event_id);
  const event = found !== undefined && mayUse(actor, found) ? found : undefined;
  if (event !== undefined) {
    const { since = -1, before = Number.POSITIVE_INFINITY, limit } = query;
    const all = await deliveriesOfEvent(table, event, event.deliverySlots);
    const listed = all
      .filter((delivery) => delivery.createdAt > since && delivery.createdAt < before && passes(delivery))
      .sort((one, other) => other.createdAt - one.createdAt);
    return replyPage({ deliveries: listed.slice(0, limit).map(deliveryRecord) }, {});
  }
  const filtered = query.webhook_id ?? query.event_id ?? query.event_type ?? query.status;
  const expected = filtered === undefined && actor.kind === 'org' ? query.limit : 500;
  const read = new BoundedRead<Delivery>(deliveriesBetween(table, organizationId, query, expected));
  const deliveries = await collect(read, query.limit, passes);
  return replyPage({ deliveries: deliveries.map(deliveryRecord) }, read);
});
