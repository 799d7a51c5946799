import * as routes from '#shared/contract/routes/webhooks.ts';
import { replaceWebhook, type Webhook } from '#shared/data/entities/webhook.ts';
import { generateSigningSecret } from '#shared/domain/signature.ts';
import { HOUR, timestamp } from '#shared/domain/time.ts';
import { reply, resourceOperation, write } from '#shared/runtime/pipeline/operation.ts';
import { loadWebhook } from './load-webhook.ts';

/** The maximum of secrets that sign at the same time. Their signatures fit into one header of 8 KB. */
const MAX_SECRETS = 100;

export const rotateWebhookSecret = resourceOperation(
  routes.rotateWebhookSecret,
  loadWebhook,
  async ({ settings, now, keyring: loadKeyring }, webhook) => {
    const keyring = await loadKeyring();
    const secret = generateSigningSecret();
    const expiresAt = now + settings.limits.previousSecretHours * HOUR;
    const fresh = { sealed: keyring.seal('webhook-secret', webhook.id, secret), createdAt: now, expiresAt: null };
    const previous = webhook.secrets
      .filter((secret) => secret.expiresAt === null || secret.expiresAt > now)
      .map((secret) => ({ ...secret, expiresAt: secret.expiresAt ?? expiresAt }));
    const rotated: Webhook = {
      ...webhook,
      secrets: [fresh, ...previous].slice(0, MAX_SECRETS),
      updatedAt: now,
      version: webhook.version + 1,
    };
    return write((tx) => {
      tx.put(replaceWebhook(rotated));
      return reply({ secret, previous_secret_expires_at: timestamp(expiresAt) });
    });
  },
);
