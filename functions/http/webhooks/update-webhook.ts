import * as routes from '#shared/contract/routes/webhooks.ts';
import { replaceWebhook, type Webhook, withoutFailures } from '#shared/data/entities/delivery/webhook.ts';
import { readWebhookCount, replaceWebhookCount, withActive } from '#shared/data/entities/delivery/webhook-count.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadWebhook } from './load-webhook.ts';
import { receiverUrl } from './receiver-url.ts';
import { requireWebhookQuota } from './require-webhook-quota.ts';
import { webhookRecord } from './webhook-record.ts';

export const updateWebhook = resourceOperation(
  routes.updateWebhook,
  loadWebhook,
  async (context, webhook, { body }) => {
    const { table, settings, now } = context;
    const url = body.url === undefined ? webhook.url : receiverUrl(body.url, context);
    const enabled = body.enabled ?? webhook.enabled;
    // Only enabled endpoints count: enabling one needs quota, disabling one releases it.
    const countChange = enabled === webhook.enabled ? 0 : enabled ? 1 : -1;
    const count = countChange === 0 ? null : await readWebhookCount(table, webhook.organizationId);
    if (count !== null && countChange === 1) requireWebhookQuota(count, webhook.identityId, settings.limits);

    // Failures of another receiver, and of the time before it was enabled, no longer count.
    const isFresh = url !== webhook.url || (enabled && !webhook.enabled);
    const changed: Webhook = {
      ...(isFresh ? withoutFailures(webhook) : webhook),
      url,
      eventTypes: body.event_types ?? webhook.eventTypes,
      enabled,
      disabledReason: enabled ? null : (webhook.disabledReason ?? 'disabled by request'),
      updatedAt: now,
      version: webhook.version + 1,
    };
    return write((tx) => {
      tx.put(replaceWebhook(changed));
      if (count !== null) {
        tx.put(replaceWebhookCount(webhook.organizationId, withActive(count, webhook.identityId, countChange)));
      }
      tx.audit({ before: webhookRecord(webhook) });
      return reply(webhookRecord(changed));
    });
  },
);
