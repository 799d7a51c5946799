import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { hostLiteral, isAllowedAddress, type ReceiverPolicy } from '#shared/domain/http/url-safety.ts';

/**
 * Where an attempt goes. Attempts of strangers are counted for the name and for the address: many names may lead to one
 * server, and one name to many. Ports do not count, because all of them are one machine.
 */
export interface Destination {
  /** The host of the URL, in lower case. */
  readonly host: string;
  /** The address that the attempt connects to; `undefined` if the name leads to none that is allowed. */
  readonly address: string | undefined;
  /** The names under which the attempt is counted: the host, and its address, of IPv6 the /64. */
  readonly subjects: readonly string[];
}

/** The host of a receiver's URL, without the dot that may end it. */
export function hostOf(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/\.$/, '');
}

/**
 * Resolves the host of a URL to the one address that the attempt is to connect to, so that the address that is counted
 * is the address that is used. Any of the allowed ones, IPv4 first: functions without a VPC reach no IPv6 address.
 */
export async function resolveDestination(url: string, policy: ReceiverPolicy): Promise<Destination> {
  const host = hostOf(url);
  const literal = hostLiteral(host);
  const found = literal === undefined ? await addressesOf(host) : [literal];
  const allowed = found.filter((address) => isAllowedAddress(address, policy));
  const preferred = allowed.filter((address) => ipaddr.process(address).kind() === 'ipv4');
  const choice = preferred.length > 0 ? preferred : allowed;
  const address = choice[Math.floor(Math.random() * choice.length)];
  const network = address === undefined ? undefined : networkOf(address);
  return { host, address, subjects: [...new Set([host, ...(network === undefined ? [] : [network])])] };
}

/** A name that does not resolve has no address: the attempt fails at its own lookup, and its record says how. */
async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** An IPv4 address, or the /64 of an IPv6 address, which one site may have as a whole. */
function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')}/64`;
}
