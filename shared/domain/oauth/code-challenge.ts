import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The only method that is offered: `plain` protects against no one who sees the request.
 *
 * See: RFC 7636, section 4.2.
 */
export const CHALLENGE_METHOD = 'S256';

/** The SHA-256 of a verifier in base64url. */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Whether a verifier is the one that a challenge was made from. See: RFC 7636, sections 4.1 and 4.6. */
export function verifies(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const digest = createHash('sha256').update(verifier).digest('base64url');
  return digest.length === challenge.length && timingSafeEqual(Buffer.from(digest), Buffer.from(challenge));
}
