import { createHmac } from 'node:crypto';
import type { Delivery } from './scenario-schema.ts';

/** A webhook delivery, as a receiver passes it to the verification. */
export interface SignedDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: unknown;
  readonly tolerance_seconds?: unknown;
}

const ID = 'dlv_01KDVAW3000000000000000000';

/**
 * Signs the delivery of a scenario, with the current time less `seconds_ago`, in both forms.
 *
 * See: docs/contract/webhooks.md#verifying-deliveries.
 */
export function signDelivery({ body, signed_with: secret, secrets, ...rest }: Delivery): SignedDelivery {
  const { seconds_ago: secondsAgo = 0, without = [], tolerance_seconds: tolerance } = rest;
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo);
  const signed = `${ID}.${timestamp}.${body}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const headers = {
    'x-aid-request-id': ID,
    'x-aid-timestamp': timestamp,
    'x-aid-signature': `v1=${createHmac('sha256', secret).update(signed).digest('hex')}`,
    'webhook-id': ID,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  };
  return {
    body,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !without.includes(name))),
    secrets,
    ...(tolerance !== undefined && { tolerance_seconds: tolerance }),
  };
}
