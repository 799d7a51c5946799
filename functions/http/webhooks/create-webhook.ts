import * as routes from '#shared/contract/routes/webhooks.ts';
import { insertWebhook, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import {
  readWebhookCount,
  replaceWebhookCount,
  withActive,
  withSlot,
} from '#shared/data/entities/delivery/webhook-count.ts';
import { firstFreeSlot, slotCount } from '#shared/domain/delivery/delivery-slots.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { requireResource } from '#shared/runtime/pipeline/resources.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { newSigningSecret } from './new-signing-secret.ts';
import { receiverUrl } from './receiver-url.ts';
import { requireWebhookQuota } from './require-webhook-quota.ts';
import { webhookRecord } from './webhook-record.ts';

export const createWebhook = operation(routes.createWebhook, async (context, { body }) => {
  const { actor, table, settings, keyring: loadKeyring } = context;
  const organizationId = actor.organization.id;
  const named = body.identity_id;
  if (named !== undefined) requireResource(routes.createWebhook, 'identity', actor, named);
  const url = receiverUrl(body.url, context);
  const identityId = (await namedIdentity(routes.createWebhook, { actor, table }, named))?.id ?? null;
  const [count, keyring] = await Promise.all([readWebhookCount(table, organizationId), loadKeyring()]);
  requireWebhookQuota(count, identityId, settings.limits);

  const slot = firstFreeSlot(count.slots);
  const nextCount = withSlot(withActive(count, identityId, 1), slot);
  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const id = makeId('webhook', createdAt, randomPart());
    const { secret, stored } = newSigningSecret(keyring, id, createdAt);
    const webhook: Webhook = {
      id,
      organizationId,
      identityId,
      url,
      eventTypes: body.event_types ?? null,
      enabled: true,
      disabledReason: null,
      secrets: [stored],
      slot,
      registeredAtDeliveryClock: tx.reserveSlots(organizationId, slotCount(nextCount.slots)),
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    tx.put(insertWebhook(webhook), replaceWebhookCount(organizationId, nextCount));
    return reply({ ...webhookRecord(webhook), secret });
  });
});
