import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isAllowedAddress, type ReceiverPolicy } from '../domain/url-safety.ts';

/** The receiver's name leads to an address that no delivery may reach. */
export class RefusedAddress extends Error {
  constructor() {
    super('the address is not public');
    this.name = 'RefusedAddress';
  }
}

/**
 * A name look-up that answers only addresses a delivery may reach. It is the one the connection uses, so there is
 * no gap between judging an address and connecting to it.
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
