import { asciiDomain, domainOfAddress, mailboxAddressOf, normaliseAddress } from '../mail/address.ts';
import { registeredDomain } from '../safe-reading/lookalike-domain.ts';
import { PUBLIC_MAIL_PROVIDERS } from '../safe-reading/public-mail-providers.ts';
import { SHARED_HOSTS, WELL_KNOWN_HOSTS } from './shared-hosts.ts';

/** An address, or the host of a link, in the form in which both are compared. */
export interface Name {
  readonly kind: 'address' | 'host';
  /** Normalized: ASCII, lower case, without a tag, a port, a final dot or `www.`. */
  readonly name: string;
  /**
   * What one owner holds: the registered domain, or the name alone where many people have names below that domain. A
   * name that no one has mentioned is judged by what is known about its group.
   */
  readonly group: string;
}

const MAX_HOST = 253;
const MAX_LOCAL = 64;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Of digits alone is no top-level domain. Longer ones than 24 letters are none either, but for punycode. */
const TOP_LEVEL = /^(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/;
/** Numbers, hexadecimal ones too: browsers read a host of these alone as an IPv4 address. */
const ONLY_NUMBERS = /^(?:0x[0-9a-f]{1,8}|[0-9]{1,10})(?:\.(?:0x[0-9a-f]{1,8}|[0-9]{1,10})){0,3}$/;
const BLANKS = /[\s\u00ad]/;

/** The providers that ignore dots before the `@`. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The name of an address; `undefined` for a text that mail cannot be sent to. */
export function addressName(text: string): Name | undefined {
  const address = normaliseAddress(mailboxAddressOf(text));
  const at = address.lastIndexOf('@');
  const domain = hostOfText(domainOfAddress(address));
  let local = address.slice(0, Math.max(at, 0));
  if (domain === undefined || local === '' || local.length > MAX_LOCAL || BLANKS.test(local)) return undefined;
  if (WITHOUT_DOTS.has(domain)) local = local.replaceAll('.', '');
  const name = `${local}@${domain}`;
  const registered = registeredDomain(domain) ?? domain;
  return { kind: 'address', name, group: PUBLIC_MAIL_PROVIDERS.has(registered) ? name : registered };
}

/** The name of a host; `undefined` for a text that is none, and for a site that everyone links to. */
export function hostName(text: string): Name | undefined {
  const host = hostOfText(text);
  if (host === undefined) return undefined;
  const name = host.startsWith('www.') ? host.slice('www.'.length) : host;
  const registered = registeredDomain(name) ?? name;
  if (WELL_KNOWN_HOSTS.has(name)) return undefined;
  return { kind: 'host', name, group: SHARED_HOSTS.has(registered) ? name : registered };
}

/** A host in ASCII and lower case, without final dots; an IP address in its usual form. */
function hostOfText(text: string): string | undefined {
  if (text === '' || text.length > 4 * MAX_HOST || BLANKS.test(text)) return undefined;
  if (text.startsWith('[')) return ipAddress(text);
  const ascii = asciiDomain(text.normalize('NFKC').toLowerCase());
  let end = ascii.length;
  while (ascii[end - 1] === '.') end -= 1;
  const host = ascii.slice(0, end);
  if (ONLY_NUMBERS.test(host)) return ipAddress(host);
  if (host.length > MAX_HOST) return undefined;
  const labels = host.split('.');
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label)) && TOP_LEVEL.test(labels.at(-1) ?? '');
  return isHost ? host : undefined;
}

function ipAddress(host: string): string | undefined {
  return URL.parse(`http://${host}/`)?.hostname;
}
