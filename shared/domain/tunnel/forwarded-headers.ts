import { holdsApiKey } from '../organization/api-key.ts';
import { actsOnOrigin } from './origin-headers.ts';
import { isCookieOfTunnel, type TunnelPlace } from './tunnel-cookies.ts';
import { MAX_HEADER_BYTES, MAX_HEADERS } from './tunnel-limits.ts';

/** A header as it was sent. A name may appear several times. */
export type Header = readonly [name: string, value: string];

/** The headers that belong to one connection and not to the message. See: RFC 9110, section 7.6.1. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers about the client that this service sets itself: a client must not be able to claim them. */
const SET_HERE = new Set(['host', 'forwarded', 'content-length', 'expect']);
const SET_HERE_PREFIX = /^(?:x-forwarded-|x-amzn-|x-amz-|cloudfront-)/;

/** The form of a header name: a token. See: RFC 9110, section 5.6.2. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/;

/** The form of a value: no control characters, so no value can begin another header. See: RFC 9110, section 5.5. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Where a public request came from. */
export interface Origin {
  /** The IP address of the client. */
  readonly address: string;
  readonly host: string;
  readonly protocol: 'http' | 'https';
  /** The part of the public path that the tunnelled server does not see. */
  readonly prefix: string;
}

/**
 * The headers that a tunnelled server receives: those of the request without those of the connection, and who sent it.
 * A header that holds an API key of this service is dropped, because the server behind a tunnel must not learn it.
 *
 * See: docs/contract/tunnels.md#headers.
 */
export function forwardedRequestHeaders(headers: readonly Header[], origin: Origin): Header[] {
  const dropped = namedByConnection(headers);
  const kept = headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    const isOurs = SET_HERE.has(lower) || SET_HERE_PREFIX.test(lower);
    return !isOurs && !dropped.has(lower) && !holdsCredential(name) && !holdsCredential(value);
  });
  return [
    ...kept,
    ['x-forwarded-for', origin.address],
    ['x-forwarded-proto', origin.protocol],
    ['x-forwarded-host', origin.host],
    ['x-forwarded-prefix', origin.prefix],
  ];
}

/**
 * The headers that the public client receives, or `undefined` where the response has one that HTTP does not allow: such
 * a response is an error of the tunnelled server. A header that would act on other tunnels is dropped, and so is the
 * one by which clients recognize responses of the service itself.
 *
 * See: docs/contract/tunnels.md#headers.
 */
export function forwardedResponseHeaders(headers: readonly Header[], place: TunnelPlace): Header[] | undefined {
  if (headers.length > MAX_HEADERS) return undefined;
  let bytes = 0;
  for (const [name, value] of headers) {
    bytes += name.length + value.length;
    if (!NAME.test(name) || !VALUE.test(value) || bytes > MAX_HEADER_BYTES) return undefined;
  }
  const dropped = namedByConnection(headers);
  const isShared = place.prefix !== '/';
  return headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === 'content-length' || lower === TUNNEL_ERROR_HEADER || dropped.has(lower)) return false;
    if (lower === 'set-cookie') return isCookieOfTunnel(value, place);
    return !isShared || !actsOnOrigin(lower);
  });
}

/** Names the error in a response of the service itself. */
export const TUNNEL_ERROR_HEADER = 'x-aid-tunnel-error';

/** The hop-by-hop headers: the known ones, and those that `Connection` names. */
function namedByConnection(headers: readonly Header[]): ReadonlySet<string> {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase());
  return new Set([...HOP_BY_HOP, ...named]);
}

/** Whether a text holds an API key or a login token of this service, in Basic credentials too. */
function holdsCredential(text: string): boolean {
  if (holdsApiKey(text)) return true;
  const basic = [...text.matchAll(/\bBasic\s+([A-Za-z0-9+/=_-]+)/gi)];
  return basic.some(([, credentials = '']) => holdsApiKey(Buffer.from(credentials, 'base64').toString('latin1')));
}
