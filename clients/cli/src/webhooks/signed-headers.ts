import { createHmac } from 'node:crypto';

/** The signed content: the body, with the ids in the headers. */
export interface SignedDelivery {
  readonly eventId: string;
  readonly requestId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a delivery, as the service creates them. See: docs/contract/webhooks.md#request-headers. */
export function signedHeaders(secret: string, delivery: SignedDelivery): Record<string, string> {
  const { eventId, requestId, timestamp, body } = delivery;
  const sign = (key: string | Buffer) => createHmac('sha256', key).update(`${requestId}.${timestamp}.${body}`);
  return {
    'content-type': 'application/json',
    'user-agent': 'AID-Webhooks/1',
    'x-aid-event-id': eventId,
    'x-aid-request-id': requestId,
    'x-aid-timestamp': String(timestamp),
    'x-aid-signature': `v1=${sign(secret).digest('hex')}`,
    'x-aid-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': requestId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${sign(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).digest('base64')}`,
  };
}
