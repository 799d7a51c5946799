import type { IncomingMessage } from 'node:http';

/**
 * The names that resolve to loopback by definition. Source: RFC 6761, section 6.3; RFC 5735; RFC 4291, section 2.5.3.
 */
const LOOPBACK_HOST = /^(?:localhost|(?:[a-z0-9_-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const HTTP_PORT = 80;

/**
 * Why a request to a port of the stack is refused, in one sentence; `undefined` if it is allowed.
 *
 * A web page that resolves its own name to loopback (DNS rebinding) reads what the port serves as if it were its own
 * content. So the `Host` has to be a name of loopback, with the port. Other pages cannot read responses, but they can
 * cause requests. So a request that a browser sends for another origin is refused, unless a person follows a link or
 * the API decides itself (`judgesPages`).
 *
 * Source: Fetch Metadata Request Headers (W3C); RFC 6454, section 7. See:
 * docs/contract/local-profile.md#who-may-connect.
 */
export function visitorRefusal(
  request: IncomingMessage,
  port: number,
  judgesPages: (request: IncomingMessage) => boolean = () => false,
): string | undefined {
  const { headers, url = '/' } = request;
  const host = url.startsWith('/') ? headers.host : authorityOf(url);
  if (host === undefined || !isOwnHost(host, port) || !isOwnHost(headers.host ?? host, port)) {
    return `The host ${JSON.stringify(host ?? '')} is not a name of this machine with the port ${port}.`;
  }
  const refusal = isLink(request) ? undefined : pageRefusal(headers, host);
  return refusal === undefined || judgesPages(request) ? undefined : refusal;
}

function pageRefusal(headers: IncomingMessage['headers'], host: string): string | undefined {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return 'A web page of another origin may not send requests to this port.';
  }
  if (origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`) return undefined;
  return `A web page of the origin ${JSON.stringify(origin)} may not send requests to this port.`;
}

function isOwnHost(host: string, port: number): boolean {
  const [, name = '', given] = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? [];
  return LOOPBACK_HOST.test(name) && Number(given ?? HTTP_PORT) === port;
}

/** The authority of a request line with a whole address; `undefined` for `*` and the like. */
function authorityOf(url: string): string | undefined {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
}

/** A page of its own in a tab of its own, which the page with the link cannot read or control. */
function isLink({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers.origin === undefined &&
    headers.upgrade === undefined
  );
}
