import type { SigningSecret } from '#shared/data/entities/delivery/webhook.ts';
import { generateSigningSecret } from '#shared/domain/delivery/signature.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';

/** A new secret of an endpoint, as it is returned once and as it is stored. */
export function newSigningSecret(
  keyring: Keyring,
  webhookId: string,
  createdAt: number,
): { secret: string; stored: SigningSecret } {
  const secret = generateSigningSecret();
  const sealed = keyring.seal('webhook-secret', webhookId, secret);
  return { secret, stored: { sealed, createdAt, expiresAt: null, standard: true } };
}
