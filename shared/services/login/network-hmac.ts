import type { Keyring } from '../../runtime/keyring.ts';
import { rateLimitKeyForIp } from '../../runtime/pipeline/rate-limits.ts';

/**
 * An HMAC of the network that a person used with an e-mail address. The table can compare networks by it, but a reader
 * of the table cannot learn the IP address. All addresses of an IPv6 /64 have the same HMAC.
 */
export function networkHmac(keyring: Keyring, email: string, address: string): string {
  return keyring.hmac('network', email, rateLimitKeyForIp(address));
}
