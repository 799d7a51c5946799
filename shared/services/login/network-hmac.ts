import type { NetworkHmacs } from '#shared/data/entities/organization/login-attempts.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { rateLimitKeyForIp } from '#shared/runtime/pipeline/rate-limits.ts';

/**
 * An HMAC of the network that a person used with an email address. The table can compare networks by it, but a reader
 * of the table cannot learn the IP address. All addresses of an IPv6 /64 have the same HMAC.
 *
 * Rows of up to a year have it in their keys, so there is one for each data key; new rows have the first one.
 */
export function networkHmacs(keyring: Keyring, email: string, address: string): NetworkHmacs {
  return keyring.hmacs('network', email, rateLimitKeyForIp(address));
}
