import ipaddr from 'ipaddr.js';

/**
 * Which receivers a delivery may reach: public unicast addresses over https, nothing inside anybody's network.
 * Literals are judged when an endpoint is created and again at every connect; names are resolved at every
 * attempt and judged then, because their answer can change (DNS rebinding).
 *
 * Rule: shapes, Webhooks and Exact answers; OWASP, Server-Side Request Forgery Prevention.
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
  // The WHATWG parser drops tabs and line breaks and trims; what is registered must be what is called.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (/[\u0000-\u0020\u007f]/.test(text)) return 'no white space or control characters';
  if (!URL.canParse(text)) return 'an absolute https URL';
  const url = new URL(text);
  const local = policy.allowLoopback && isLoopbackHost(url.hostname, policy);
  if (url.protocol !== 'https:' && !(local && url.protocol === 'http:')) return 'an absolute https URL';
  if (url.username !== '' || url.password !== '') return 'a URL without user information';
  const literal = hostLiteral(url.hostname);
  if (literal !== undefined && !isAllowedAddress(literal, policy)) return 'a URL with a public address';
  if (!policy.allowLoopback && LOOPBACK_NAME.test(url.hostname)) return 'a URL with a public address';
  return undefined;
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
