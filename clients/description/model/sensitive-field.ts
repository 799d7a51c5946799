import type { Method } from './model.ts';

/** The field of a reply that clients do not print: a secret that is shown once, or the value of a redeemed lease. */
export function sensitiveField({ secret, reply }: Method): string | undefined {
  const isRedeemed = reply?.kind === 'reference' && reply.name === 'RedeemedLease';
  return isRedeemed ? 'value' : secret;
}
