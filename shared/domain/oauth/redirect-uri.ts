import { isLoopbackHost } from '../http/url-safety.ts';

const MAX_URI_LENGTH = 2048;

/**
 * Schemes that are no application of the person: a browser would run them, read a file, or write an email. A client on
 * a device may have any other one, such as `cursor:`.
 *
 * See: RFC 8252, section 7.1.
 */
const REFUSED_SCHEMES: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'mailto:',
  'ms-msdt:',
  'search-ms:',
  'sms:',
  'tel:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

/**
 * Returns `undefined` if a client may have people sent back to this URI, or else what is wrong with it. `https`, `http`
 * on the person's own machine, or a scheme of an application.
 *
 * See: RFC 6749, section 3.1.2; RFC 8252, section 7; RFC 9700, section 4.1.
 */
export function redirectUriProblem(text: string): string | undefined {
  if (text.length > MAX_URI_LENGTH) return `at most ${MAX_URI_LENGTH} characters`;
  // Parsers read these differently, so that another host could be meant than the one that is shown.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\u007f-\uffff\\<>"]/.test(text) || !URL.canParse(text)) return 'an absolute URI in ASCII';
  if (text.includes('#')) return 'a URI without a fragment';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'a URI without user information';
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    if (!/^https?:\/\/[^/?@]/i.test(text)) return 'a URI with a host after two slashes';
    return url.protocol === 'https:' || isLoopbackHost(url.hostname) ? undefined : 'https, or http on loopback';
  }
  return REFUSED_SCHEMES.has(url.protocol) ? 'the scheme of an application' : undefined;
}

/**
 * Whether a request may name this redirect URI: it is one of the client's, character by character. Of `http` on
 * loopback the port may differ, because a program on a device takes one that is free.
 *
 * See: RFC 9700, section 2.1; RFC 8252, section 7.3.
 */
export function isRegistered(requested: string, registered: readonly string[]): boolean {
  if (redirectUriProblem(requested) !== undefined) return false;
  const portless = loopbackWithoutPort(requested);
  return registered.some(
    (one) => one === requested || (portless !== undefined && loopbackWithoutPort(one) === portless),
  );
}

/** An `http` URI on loopback without its port; `undefined` for any other one. */
function loopbackWithoutPort(text: string): string | undefined {
  const [, host, rest] = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/.exec(text) ?? [];
  return host === undefined ? undefined : `${host}${rest}`;
}

/** Where a redirect URI leads, as a person reads it: its host, or the scheme of an application. */
export function placeOfRedirect(uri: string): string {
  const { host, protocol } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}

/** Whether a redirect URI leads to a program on the person's own machine, which any program there can pretend to be. */
export function isOnDevice(uri: string): boolean {
  const { hostname, protocol } = new URL(uri);
  return protocol !== 'https:' && (protocol !== 'http:' || isLoopbackHost(hostname));
}

/** A redirect URI with the parameters of a response. Those that it has stay. See: RFC 6749, section 3.1.2. */
export function withResponse(uri: string, response: Readonly<Record<string, string | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(response)) if (value !== undefined) parameters.set(name, value);
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return `${uri}${separator}${parameters.toString()}`;
}
