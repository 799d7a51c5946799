import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { redactText } from './byte-redactor.ts';
import type { Credential } from './credential.ts';

/** Headers with all their values, as Node has them and takes them. */
type Headers = Record<string, string[]>;

/** Headers of one connection, which no proxy passes on. See: RFC 9110, section 7.6.1. */
const OF_A_CONNECTION = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
];
/** The first one has the address of the proxy, with what permits its use. Node itself responds to the third. */
const OF_THIS_PROXY = ['referer', 'host', 'expect', 'accept-encoding'];
/** The bytes may be others than those that were sent, and programs must not go around the proxy. */
const OF_THE_SENT_BYTES = ['content-length', 'content-encoding', 'alt-svc', 'strict-transport-security'];

/** The headers of a request with the secret, in place of one that the program has set itself. */
export function requestHeaders(
  incoming: Pick<IncomingMessage, 'headersDistinct' | 'headers'>,
  {
    authority,
    credential,
    value,
  }: { readonly authority: string; readonly credential: Credential; readonly value: string },
): OutgoingHttpHeaders {
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  return {
    ...without(incoming.headersDistinct, [...OF_THIS_PROXY, credential.header]),
    ...(isChunked && { 'transfer-encoding': 'chunked' }),
    // Node makes the name for TLS of it, which has to be one text.
    host: authority,
    // The secret is looked for in the response.
    'accept-encoding': 'identity',
    [credential.header]: [value],
  };
}

/** What the program gets of the headers of a response: without the secret, and with its own way to the same host. */
export function responseHeaders(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  { requested, base, secrets }: { readonly requested: URL; readonly base: string; readonly secrets: readonly string[] },
): Headers {
  const headers = without(headersDistinct, OF_THE_SENT_BYTES);
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name,
      values.map((value) => redactText(name === 'location' ? ownWay(value, requested, base) : value, secrets)),
    ]),
  );
}

/**
 * A redirect to the same host leads through the proxy. Any other one is passed on as it is: the program follows it
 * without the proxy, and so without the secret.
 */
function ownWay(location: string, requested: URL, base: string): string {
  if (!URL.canParse(location, requested.href)) return location;
  const to = new URL(location, requested.href);
  if (to.origin !== requested.origin) return location;
  return `${base}/${to.host}${to.pathname}${to.search}${to.hash}`;
}

function without(headers: NodeJS.Dict<string[]>, names: readonly string[]): Headers {
  const named = (headers.connection ?? []).flatMap((value) => value.split(',').map((one) => one.trim().toLowerCase()));
  const left = new Set([...OF_A_CONNECTION, ...names, ...named]);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, values]) =>
      left.has(name) || values === undefined ? [] : [[name, values]],
    ),
  );
}
