import * as routes from '#shared/contract/routes/webhooks.ts';
import { insertDelivery } from '#shared/data/entities/delivery/delivery.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { WEBHOOK_TEST_TYPE } from '#shared/domain/delivery/webhook-body.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadWebhook } from './load-webhook.ts';

export const testWebhook = resourceOperation(routes.testWebhook, loadWebhook, async (_, webhook) => {
  const { organizationId } = webhook;

  return write((tx) => {
    const createdAt = tx.reserveDeliveries(organizationId, 1);
    const eventId = makeId('event', createdAt, randomPart());
    const delivery = {
      ...newDelivery(webhook, { id: eventId, type: WEBHOOK_TEST_TYPE }, createdAt),
      test: true as const,
    };
    tx.put(
      insertDelivery(delivery),
      insertOutbox({ id: randomPart(), organizationId, createdAt, kind: 'webhook_test', deliveryId: delivery.id }),
    );
    return reply({ delivery_id: delivery.id });
  });
});
