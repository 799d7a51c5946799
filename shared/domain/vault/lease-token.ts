import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 32;

/** A new lease token: 256 random bits. */
export function generateLeaseToken(): string {
  return `lst_${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** The hash that is stored instead of the token. Random bits need neither a salt nor a slow hash. */
export function hashLeaseToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a token has this hash. Takes the same time wherever the two differ. */
export function isLeaseToken(token: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashLeaseToken(token), 'hex'), Buffer.from(hash, 'hex'));
}
