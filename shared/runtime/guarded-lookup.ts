import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isAllowedAddress, type ReceiverPolicy } from '#shared/domain/http/url-safety.ts';

/** A host name resolves to addresses that the service must not connect to. */
export class RefusedAddress extends Error {
  constructor() {
    super('the address is not public');
    this.name = 'RefusedAddress';
  }
}

/**
 * A DNS lookup that returns only addresses that the service may connect to. The connection itself uses it, so the
 * address that was checked is the address that is connected to.
 *
 * See: OWASP Server-Side Request Forgery Prevention (DNS pinning).
 */
export function guardedLookup(policy: ReceiverPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '');
      const addresses = (found as LookupAddress[]).filter(({ address }) => isAllowedAddress(address, policy));
      const first = addresses[0];
      if (first === undefined) return callback(new RefusedAddress(), '');
      if (options.all === true) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

/**
 * A lookup that returns one address for every name: the one that was counted for the attempt. It is checked again, so
 * that no caller can pass one that was not.
 */
export function pinnedLookup(address: string, policy: ReceiverPolicy): LookupFunction {
  return (_hostname, options, callback) => {
    if (!isAllowedAddress(address, policy)) return callback(new RefusedAddress(), '');
    const family = address.includes(':') ? 6 : 4;
    if (options.all === true) return callback(null, [{ address, family }]);
    callback(null, address, family);
  };
}
