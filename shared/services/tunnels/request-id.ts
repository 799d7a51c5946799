import { randomBytes, timingSafeEqual } from 'node:crypto';
import { RESPONSE_TIMEOUT_MS } from '#shared/domain/tunnel/tunnel-limits.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';

/**
 * The id of a tunnelled request: `<random>.<when it ends>.<MAC>`. The service recognizes the ids that it made for a
 * tunnel without a read, so that a client cannot fill the table with responses to requests that no one sent.
 */
export function newRequestId(keyring: Keyring, tunnelId: string, now: number): string {
  const content = `${randomBytes(12).toString('base64url')}.${(now + RESPONSE_TIMEOUT_MS).toString(36)}`;
  return `${content}.${macsOf(keyring, tunnelId, content)[0]}`;
}

/** Whether a request of this tunnel has the id and has not ended. */
export function isOpenRequest(keyring: Keyring, tunnelId: string, id: string, now: number): boolean {
  const [random = '', endsAt = '', mac = '', ...rest] = id.split('.');
  if (rest.length > 0) return false;
  if (!macsOf(keyring, tunnelId, `${random}.${endsAt}`).some((expected) => isSame(mac, expected))) return false;
  return Number.parseInt(endsAt, 36) > now;
}

/**
 * The key under which the body of a response is encrypted in the bucket: 32 bytes, of the data key that made the id. So
 * each function that knows the id finds the same one.
 */
export async function bodyKey(keyring: Keyring, tunnelId: string, id: string): Promise<Uint8Array> {
  const [, , mac = ''] = id.split('.');
  const hmac = await keyring.hmacLike(mac, 'tunnel-body', tunnelId, id);
  return Buffer.from(hmac.slice(-KEY_DIGITS), 'hex');
}

/** A key of AES-256 in hexadecimal. */
const KEY_DIGITS = 64;

/** A MAC for each data key, first that of new ids. */
function macsOf(keyring: Keyring, tunnelId: string, content: string): string[] {
  return keyring.hmacs('tunnel-request', tunnelId, content).map((hmac) => hmac.slice(0, 32));
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
