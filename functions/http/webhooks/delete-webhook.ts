import * as routes from '#shared/contract/routes/webhooks.ts';
import { removeWebhook } from '#shared/data/entities/delivery/webhook.ts';
import {
  readWebhookCount,
  replaceWebhookCount,
  withActive,
  withoutSlot,
} from '#shared/data/entities/delivery/webhook-count.ts';
import { lowerSlots } from '#shared/data/entities/log/clock.ts';
import { slotCount } from '#shared/domain/delivery/delivery-slots.ts';
import { noContent, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadWebhook } from './load-webhook.ts';
import { webhookRecord } from './webhook-record.ts';

export const deleteWebhook = resourceOperation(routes.deleteWebhook, loadWebhook, async ({ table }, webhook) => {
  const { organizationId } = webhook;
  const count = await readWebhookCount(table, organizationId);

  const active = webhook.enabled ? withActive(count, webhook.identityId, -1) : count;
  const nextCount = withoutSlot(active, webhook.slot);
  return write((tx) => {
    tx.put(
      removeWebhook(webhook),
      replaceWebhookCount(organizationId, nextCount),
      lowerSlots(organizationId, slotCount(nextCount.slots)),
    );
    tx.audit({ before: webhookRecord(webhook) });
    return noContent();
  });
});
