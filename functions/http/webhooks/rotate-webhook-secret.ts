import * as routes from '#shared/contract/routes/webhooks.ts';
import { replaceWebhook, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { HOUR, timestamp } from '#shared/domain/time/time.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadWebhook } from './load-webhook.ts';
import { newSigningSecret } from './new-signing-secret.ts';

/** The maximum of secrets that sign at the same time. Their signatures fit into a header of 8 KB, in either form. */
const MAX_SECRETS = 100;

export const rotateWebhookSecret = resourceOperation(
  routes.rotateWebhookSecret,
  loadWebhook,
  async ({ settings, now, keyring: loadKeyring }, webhook) => {
    const { secret, stored } = newSigningSecret(await loadKeyring(), webhook.id, now);
    const expiresAt = now + settings.limits.previousSecretHours * HOUR;
    const previous = webhook.secrets
      .filter((secret) => secret.expiresAt === null || secret.expiresAt > now)
      .map((secret) => ({ ...secret, expiresAt: secret.expiresAt ?? expiresAt }));
    const rotated: Webhook = {
      ...webhook,
      secrets: [stored, ...previous].slice(0, MAX_SECRETS),
      updatedAt: now,
      version: webhook.version + 1,
    };
    return write((tx) => {
      tx.put(replaceWebhook(rotated));
      return reply({ secret, previous_secret_expires_at: timestamp(expiresAt) });
    });
  },
);
