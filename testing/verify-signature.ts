import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The check of a receiver, written from the contract alone (Verifying deliveries), so that it shares no mistake with
 * the service.
 */
export function verifyDelivery(
  secret: string,
  request: { headers: Readonly<Record<string, string | undefined>>; body: Uint8Array },
  nowSeconds: number = Math.floor(Date.now() / 1000),
): 'genuine' | string {
  const id = request.headers['x-aid-request-id'];
  const time = request.headers['x-aid-timestamp'];
  const signature = request.headers['x-aid-signature'];
  if (!id || !time || !signature) return 'a header is missing';
  if (!/^[0-9]+$/.test(time)) return 'the timestamp is not numeric';
  if (Math.abs(nowSeconds - Number(time)) > 300) return 'the timestamp is out of tolerance';

  const input = Buffer.concat([Buffer.from(`${id}.${time}.`, 'utf8'), request.body]);
  const expected = createHmac('sha256', Buffer.from(secret, 'utf8')).update(input).digest();
  const matches = signature.split(',').some((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part)?.[1];
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected);
  });
  if (!matches) return 'the signature does not match';
  try {
    JSON.parse(Buffer.from(request.body).toString('utf8'));
  } catch {
    return 'the body is not JSON';
  }
  return 'genuine';
}

/** The legacy header: `sha256=` and the HMAC of the body alone. */
export function legacySignature(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`;
}
