import { randomBytes, timingSafeEqual } from 'node:crypto';
import { RESPONSE_TIMEOUT_MS } from '../../domain/tunnel/tunnel-limits.ts';
import type { Keyring } from '../../runtime/keyring.ts';

/**
 * The id of a tunnelled request: `<random>.<when it ends>.<MAC>`. The service recognizes the ids that it made for a
 * tunnel without a read, so that a client cannot fill the table with responses to requests that no one sent.
 */
export function newRequestId(keyring: Keyring, tunnelId: string, now: number): string {
  const content = `${randomBytes(12).toString('base64url')}.${(now + RESPONSE_TIMEOUT_MS).toString(36)}`;
  return `${content}.${macOf(keyring, tunnelId, content)}`;
}

/** Whether a request of this tunnel has the id and has not ended. */
export function isOpenRequest(keyring: Keyring, tunnelId: string, id: string, now: number): boolean {
  const [random = '', endsAt = '', mac = '', ...rest] = id.split('.');
  if (rest.length > 0) return false;
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(keyring, tunnelId, `${random}.${endsAt}`))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number.parseInt(endsAt, 36) > now;
}

function macOf(keyring: Keyring, tunnelId: string, content: string): string {
  return keyring.hmac('tunnel-request', tunnelId, content).slice(0, 32);
}
