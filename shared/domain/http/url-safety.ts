import ipaddr from 'ipaddr.js';

/**
 * Which receivers a delivery may reach: public unicast addresses over https, and nothing inside a private network.
 * IP literals are checked when an endpoint is created and again at every connection. Names are resolved and checked at
 * every attempt, because their addresses can change (DNS rebinding).
 *
 * See: docs/contract/webhooks.md#receiver-urls; OWASP Server-Side Request Forgery Prevention.
 */
export interface ReceiverPolicy {
  /** Only the local profile may reach loopback, over http and https. */
  allowLoopback: boolean;
}

/**
 * Whether a delivery may connect to an address. ipaddr.js has names for the IPv6 ranges that contain an IPv4 address,
 * so those are not `unicast`. Of the other addresses, only 2000::/3 is assigned (IANA, IPv6 Address Space); for
 * example, `::10.0.0.1` is not.
 */
export function isAllowedAddress(address: string, policy: ReceiverPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'unicast') return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
  return policy.allowLoopback && range === 'loopback';
}

const LOOPBACK_NAME = /^(?:.+\.)?localhost\.?$/;
const MAX_URL_LENGTH = 2048;

/** Returns `undefined` if the URL may be registered, or else what is wrong with it, as a text for people. */
export function receiverUrlProblem(text: string, policy: ReceiverPolicy): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `at most ${MAX_URL_LENGTH} characters`;
  // The WHATWG parser drops tabs and line breaks, trims, and reads a backslash as a slash. Other parsers do not, and
  // find another host.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return 'no white space, control characters or backslashes';
  if (!URL.canParse(text)) return 'an absolute https URL';
  const url = new URL(text);
  if (url.href.length > MAX_URL_LENGTH) return `at most ${MAX_URL_LENGTH} characters once escaped`;
  const local = policy.allowLoopback && isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) return 'an absolute https URL';
  const authority = authorityOf(text);
  if (authority === '') return 'a URL with a host after two slashes';
  if (authority.includes('@')) return 'a URL without user information';
  if (text.includes('#')) return 'a URL without a fragment, which no request carries';
  return isForbiddenHost(url.hostname, policy) ? 'a URL with a public address' : undefined;
}

/**
 * The text between the two slashes of a URL and its path, or an empty text if there are no two slashes. The WHATWG
 * parser reads the first part of the path as the host if there is none (`https:///x`, `https:x`).
 *
 * See: RFC 3986, section 3.2 and appendix B.
 */
function authorityOf(text: string): string {
  return /^[^:/?#]+:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
}

/**
 * A receiver URL in the form in which it is stored, shown and called: host in lower case, dot segments resolved,
 * non-ASCII characters escaped. Only an empty path may stay empty, since it is the path `/` (RFC 3986, section 6.2.3).
 */
export function calledUrl(text: string): string {
  const { href } = new URL(text);
  return href === `${text}/` ? text : href;
}

/**
 * Whether all parsers agree that a text is an absolute URL. The URL schemes of the web need a host; others (`urn:`,
 * `data:`) have none.
 */
export function isAbsoluteUrl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return false;
  return !/^(?:https?|wss?|ftp):/i.test(text) || authorityOf(text) !== '';
}

/**
 * Whether a host is refused without a DNS lookup: an IP literal that is not public, or a name of the loopback address.
 */
function isForbiddenHost(hostname: string, policy: ReceiverPolicy): boolean {
  const literal = hostLiteral(hostname);
  if (literal !== undefined) return !isAllowedAddress(literal, policy);
  return !policy.allowLoopback && LOOPBACK_NAME.test(hostname);
}

/**
 * The form of a host: labels of letters, digits and hyphens (RFC 1123, section 2.1), or the characters of an IPv6
 * address. `serverHostProblem` checks what it means.
 */
export const HOST_FORM =
  /^(?:(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)$/;

/** What the error for an invalid host says is expected. */
export const HOST_EXPECTED = 'a host name or an IP address';

const MAX_HOST_LENGTH = 253;

/**
 * Returns `undefined` if the service may connect to a server of this name or address, or else what is wrong with it, as
 * a text for people. A number that resolvers read as an address (`127.1`, `0x7f000001`) is checked as that address.
 */
export function serverHostProblem(host: string, policy: ReceiverPolicy): string | undefined {
  if (host.length > MAX_HOST_LENGTH || !HOST_FORM.test(host)) return HOST_EXPECTED;
  const authority = host.includes(':') ? `[${host}]` : host;
  if (!URL.canParse(`http://${authority}/`)) return HOST_EXPECTED;
  const { hostname } = new URL(`http://${authority}/`);
  return isForbiddenHost(hostname, policy) ? 'a host with a public address' : undefined;
}

/** Whether an address belongs to the local machine. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** The host of a URL if it is an IP literal. The URL parser has normalised it already: `0x7f.1` is `127.0.0.1`. */
export function hostLiteral(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}

/** Whether a host of a parsed URL is this machine: a loopback address, or a name that resolvers read as one. */
export function isLoopbackHost(hostname: string): boolean {
  const literal = hostLiteral(hostname);
  return literal === undefined ? LOOPBACK_NAME.test(hostname) : isLoopbackAddress(literal);
}
