import ipaddr from 'ipaddr.js';

/**
 * Which receivers a delivery may reach: public unicast addresses over https, nothing inside anybody's network.
 * Literals are judged when an endpoint is created and again at every connect; names are resolved at every
 * attempt and judged then, because their answer can change (DNS rebinding).
 *
 * See: docs/contract/webhooks.md#receiver-urls; OWASP Server-Side Request Forgery Prevention.
 */
export interface ReceiverPolicy {
  /** Only the local profile may reach loopback, over http and https. */
  allowLoopback: boolean;
}

/**
 * IPv6 ranges that carry an IPv4 address inside ipaddr.js names, and none of them is `unicast`; what it has no name
 * for outside 2000::/3 is not assigned (IANA, IPv6 Address Space), `::10.0.0.1` among it.
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

/** `undefined` when the URL may be registered, else what is wrong with it, for a person. */
export function receiverUrlProblem(text: string, policy: ReceiverPolicy): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `at most ${MAX_URL_LENGTH} characters`;
  // The WHATWG parser drops tabs and line breaks, trims, and reads a backslash as a slash: other parsers find another host.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return 'no white space, control characters or backslashes';
  if (!URL.canParse(text)) return 'an absolute https URL';
  const url = new URL(text);
  if (url.href.length > MAX_URL_LENGTH) return `at most ${MAX_URL_LENGTH} characters once escaped`;
  const local = policy.allowLoopback && isLoopbackHost(url.hostname, policy);
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) return 'an absolute https URL';
  const authority = authorityOf(text);
  if (authority === '') return 'a URL with a host after two slashes';
  if (authority.includes('@')) return 'a URL without user information';
  if (text.includes('#')) return 'a URL without a fragment, which no request carries';
  return isForbiddenHost(url.hostname, policy) ? 'a URL with a public address' : undefined;
}

/**
 * What is between the two slashes of a URL and its path, and empty without two slashes. The WHATWG parser takes the first
 * part of the path for the host where there is none (`https:///x`, `https:x`).
 *
 * See: RFC 3986, section 3.2 and appendix B.
 */
function authorityOf(text: string): string {
  return /^[^:/?#]+:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
}

/**
 * A receiver URL as it is called, which is how it is stored and shown: host in lower case, dot segments resolved, other
 * characters than ASCII escaped. Only an empty path may stay empty, since it is the path `/` (RFC 3986, section 6.2.3).
 */
export function calledUrl(text: string): string {
  const { href } = new URL(text);
  return href === `${text}/` ? text : href;
}

/**
 * Whether a text is an absolute URL to every parser alike. A URL of the web needs a host; others (`urn:`, `data:`) have
 * none.
 */
export function isAbsoluteUrl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text)) return false;
  return !/^(?:https?|wss?|ftp):/i.test(text) || authorityOf(text) !== '';
}

/** Whether a host is refused before anybody looks it up: a literal that is not public, or a name of loopback. */
function isForbiddenHost(hostname: string, policy: ReceiverPolicy): boolean {
  const literal = hostLiteral(hostname);
  if (literal !== undefined) return !isAllowedAddress(literal, policy);
  return !policy.allowLoopback && LOOPBACK_NAME.test(hostname);
}

/**
 * What every host looks like: labels of letters, digits and hyphens (RFC 1123, section 2.1), or the characters of an
 * IPv6 address. `serverHostProblem` judges what it means.
 */
export const HOST_FORM =
  /^(?:(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)$/;

/** What is expected of a host in place of one that is none. */
export const HOST_EXPECTED = 'a host name or an IP address';

const MAX_HOST_LENGTH = 253;

/**
 * `undefined` when a server of this name or address may be connected to, else what is wrong with it, for a person.
 * Whatever a resolver would take for a number (`127.1`, `0x7f000001`) is judged as the address that it means.
 */
export function serverHostProblem(host: string, policy: ReceiverPolicy): string | undefined {
  if (host.length > MAX_HOST_LENGTH || !HOST_FORM.test(host)) return HOST_EXPECTED;
  const authority = host.includes(':') ? `[${host}]` : host;
  if (!URL.canParse(`http://${authority}/`)) return HOST_EXPECTED;
  const { hostname } = new URL(`http://${authority}/`);
  return isForbiddenHost(hostname, policy) ? 'a host with a public address' : undefined;
}

/** Whether what was connected to lies on this machine. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** The IP literal of a URL's host (WHATWG-normalised: `0x7f.1` is `127.0.0.1` by then), if it is one. */
export function hostLiteral(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : undefined;
}

function isLoopbackHost(hostname: string, policy: ReceiverPolicy): boolean {
  const literal = hostLiteral(hostname);
  if (literal === undefined) return LOOPBACK_NAME.test(hostname);
  return ipaddr.process(literal).range() === 'loopback' && isAllowedAddress(literal, policy);
}
