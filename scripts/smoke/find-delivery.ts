import type { Receiver } from '#testing/receiver.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import type { Body } from './api-client.ts';

/**
 * The body of a delivery that satisfies a condition, `undefined` until one arrives. Throws if one arrived without a
 * valid signature. Other requests than POST are no deliveries: the tunnel is tried by GET.
 */
export function findDelivery(receiver: Receiver, secret: string, matches: (body: Body) => boolean): Body | undefined {
  for (const request of receiver.requests.filter(({ method }) => method === 'POST')) {
    const verdict = verifyDelivery(secret, request, Math.floor(request.at / 1000));
    if (verdict !== 'genuine') throw new Error(`a delivery arrived without a valid signature: ${verdict}`);
    const body = JSON.parse(request.body.toString('utf8'));
    if (matches(body)) return body;
  }
  return undefined;
}
