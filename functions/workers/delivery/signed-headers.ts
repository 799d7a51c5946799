import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import type { Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { legacySignatureHeader, signatureHeader, standardHeaders } from '#shared/domain/delivery/signature.ts';
import { DELIVERY_USER_AGENT } from '#shared/domain/http/own-address.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';

/**
 * The headers of an attempt, with a signature for each secret that has not expired, newest first. The legacy header has
 * the signature of the newest secret.
 *
 * See: docs/contract/webhooks.md#request-headers; docs/contract/mail.md#inbound-hook.
 */
export async function signedHeaders(
  webhook: Webhook,
  keyring: Keyring,
  delivery: Delivery,
  body: string,
  now: number,
): Promise<Record<string, string>> {
  const current = webhook.secrets.filter((secret) => secret.expiresAt === null || secret.expiresAt > now);
  const opened = await Promise.all(current.map(({ sealed }) => keyring.open('webhook-secret', webhook.id, sealed)));
  const secrets = opened.map((secret) => secret.reveal());
  const timestamp = Math.floor(now / 1000);
  const signed = { requestId: delivery.id, timestamp, body };
  return {
    'content-type': 'application/json',
    'user-agent': DELIVERY_USER_AGENT,
    'x-aid-event-id': delivery.eventId,
    'x-aid-request-id': delivery.id,
    'x-aid-timestamp': String(timestamp),
    'x-aid-signature': signatureHeader(secrets, signed),
    'x-aid-signature-256': legacySignatureHeader(secrets[0] ?? '', body),
    ...standardHeaders(secrets, signed),
  };
}
