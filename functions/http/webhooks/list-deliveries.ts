import * as routes from '#shared/contract/routes/webhooks.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { type Delivery, deliveriesBetween } from '#shared/data/entities/delivery/delivery.ts';
import { collect } from '#shared/data/table-client.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { deliveryRecord } from './delivery-record.ts';

export const listDeliveries = operation(routes.listDeliveries, async ({ actor, table }, { query }) => {
  const filtered = query.webhook_id ?? query.event_id ?? query.event_type ?? query.status;
  const expected = filtered === undefined && actor.kind === 'org' ? query.limit : 500;
  const read = new BoundedRead<Delivery>(deliveriesBetween(table, actor.organization.id, query, expected));
  const deliveries = await collect(
    read,
    query.limit,
    (delivery) =>
      mayUse(actor, delivery) &&
      (query.webhook_id === undefined || delivery.webhookId === query.webhook_id) &&
      (query.event_id === undefined || delivery.eventId === query.event_id) &&
      (query.event_type === undefined || delivery.eventType === query.event_type) &&
      (query.status === undefined || delivery.status === query.status),
  );
  return replyPage({ deliveries: deliveries.map(deliveryRecord) }, read);
});
