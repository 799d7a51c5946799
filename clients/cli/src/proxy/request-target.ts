import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { authorityOf, isAllowed } from './hosts.ts';
import { Refusal } from './refusal.ts';

/** What decides where a request may go. */
export interface ProxyRules {
  /** The random text at the beginning of every path, which only the program has. */
  readonly capability: string;
  /** The port that the proxy listens at. */
  readonly port: number;
  readonly hosts: readonly string[];
}

/** Where a request goes. */
export interface RequestTarget {
  /** The host, with its port if that is not the one of https. */
  readonly authority: string;
  /** The path and the query, as the program wrote them. */
  readonly path: string;
}

const NAMES_OF_THIS_MACHINE = ['127.0.0.1', 'localhost'];

/**
 * Reads where a request goes from its path, `/<capability>/<host>/<path>`. Throws `Refusal` for another host, and for
 * every other way to name one: a `Host` of elsewhere, which a web page with a name for this machine would send, and the
 * absolute form of a request to a forward proxy.
 */
export function targetOf(
  { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  rules: ProxyRules,
): RequestTarget {
  const [beginning, capability = ''] = url.split('/', 2);
  if (beginning !== '' || !isSame(capability, rules.capability)) {
    throw new Refusal(404, 'proxy.not_found', 'There is nothing at this address.');
  }
  if (!NAMES_OF_THIS_MACHINE.some((name) => headers.host === `${name}:${rules.port}`)) {
    throw new Refusal(421, 'proxy.host_header', 'The Host header must be the address of the proxy.');
  }
  const [, host = '', rest = ''] = /^([^/?#]*)(.*)$/s.exec(url.slice(capability.length + 2)) ?? [];
  const authority = authorityOf(host);
  // Programs keep a fragment to themselves, and Node refuses a path with the other characters.
  if (authority === undefined || /[^\x21-\xff]|#/.test(rest)) {
    throw new Refusal(400, 'proxy.invalid_path', 'The path must be that of a URL, after the host that it is for.');
  }
  if (!isAllowed(rules.hosts, authority)) throw hostRefused(authority);
  return { authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}

export function hostRefused(authority: string): Refusal {
  return new Refusal(403, 'proxy.host_refused', `The secret may not be sent to ${authority}.`);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
