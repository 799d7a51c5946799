import type { Keyring } from './keyring.ts';
import { rateLimitKeyForIp } from './pipeline/rate-limits.ts';

/**
 * A network address as it is kept with a person's e-mail address: recognisable, but readable by no one who has the table.
 * An IPv6 address counts as its /64.
 */
export function networkMark(keyring: Keyring, email: string, address: string): string {
  return keyring.hmac('network', email, rateLimitKeyForIp(address));
}
