import { hostLiteral, isLoopbackHost } from './url-safety.ts';

/** The API's own host names at AWS begin with its id. See: API Gateway developer guide, REST APIs, Invoke. */
const EXECUTE_API = /^([a-z0-9]+)(?:-vpce-[0-9a-f]+)?\.execute-api\./;

/** Where the local profile has receivers of deliveries, on the port of its API: local/console/local-receivers.ts. */
const LOCAL_RECEIVERS = '/_local/receivers/';

/**
 * Whether a URL leads to the API of this service. A delivery to it would act with the credentials that its endpoint
 * has, from the service's own network address, and would append the events that cause the next delivery.
 *
 * Names that others own and that lead to the API are not found here: the API refuses every delivery of the service.
 *
 * @param url an absolute URL.
 * @param own URLs of the API: its public address, and those that API Gateway gave it.
 * @example
 * isOwnUrl('https://API.aid.example./v1/mcp', ['https://api.aid.example']); // true
 * isOwnUrl('http://[::1]:8787/v1/me', ['http://127.0.0.1:8787']); // true: one machine, one port
 * isOwnUrl('http://127.0.0.1:3000/', ['http://127.0.0.1:8787']); // false
 * isOwnUrl('http://127.0.0.1:8787/_local/receivers/acme', ['http://127.0.0.1:8787']); // false: no API
 *
 * See: docs/contract/webhooks.md#receiver-urls.
 */
export function isOwnUrl(url: string, own: readonly string[]): boolean {
  const place = placeOf(url);
  return own.some((address) => placeOf(address) === place);
}

/** What two URLs have in common if they lead to the same API: the host, of a loopback address the port. */
function placeOf(url: string): string {
  const { hostname, port, protocol, pathname } = new URL(url);
  const host = hostname.toLowerCase().replace(/(?<!\.)\.+$/, '');
  if (isLoopbackHost(host)) {
    if (pathname.startsWith(LOCAL_RECEIVERS)) return 'a receiver of the local profile';
    return `loopback ${port || (protocol === 'http:' ? '80' : '443')}`;
  }
  const literal = hostLiteral(host);
  if (literal !== undefined) return literal;
  const id = EXECUTE_API.exec(host)?.[1];
  return id === undefined ? host : `api ${id}`;
}

/** Returns `undefined` if a URL that may be registered leads elsewhere, or else what is wrong with it. */
export function ownUrlProblem(url: string, own: readonly string[]): string | undefined {
  return isOwnUrl(url, own) ? 'a URL outside the API of this service, which accepts no deliveries' : undefined;
}

/** The user agent of all webhook and push requests. */
export const DELIVERY_USER_AGENT = 'AID-Webhooks/1';
