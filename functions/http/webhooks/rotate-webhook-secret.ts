import * as routes from '../../../shared/contract/routes/webhooks.ts';
import { replaceWebhook, type Webhook } from '../../../shared/data/entities/webhook.ts';
import { generateSigningSecret } from '../../../shared/domain/signature.ts';
import { HOUR, timestamp } from '../../../shared/domain/time.ts';
import { ownedResourceOperation, reply, write } from '../../../shared/runtime/pipeline/operation.ts';
import { ownWebhook } from './own-webhook.ts';

/** The most secrets that sign at once: what a receiver's HTTP server still takes as one header (8 KB). */
const MAX_SECRETS = 100;

export const rotateWebhookSecret = ownedResourceOperation(
  routes.rotateWebhookSecret,
  ownWebhook,
  async ({ settings, now, keyring: loadKeyring }, webhook) => {
    const keyring = await loadKeyring();
    const secret = generateSigningSecret();
    const expiresAt = now + settings.limits.previousSecretHours * HOUR;
    const fresh = { sealed: keyring.seal('webhook-secret', webhook.id, secret), createdAt: now, expiresAt: null };
    const previous = webhook.secrets
      .filter((one) => one.expiresAt === null || one.expiresAt > now)
      .map((one) => ({ ...one, expiresAt: one.expiresAt ?? expiresAt }));
    const rotated: Webhook = {
      ...webhook,
      secrets: [fresh, ...previous].slice(0, MAX_SECRETS),
      updatedAt: now,
      version: webhook.version + 1,
    };
    return write([], (tx) => {
      tx.put(replaceWebhook(rotated));
      return reply({ secret, previous_secret_expires_at: timestamp(expiresAt) });
    });
  },
);
