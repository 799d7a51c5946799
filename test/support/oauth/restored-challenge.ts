import { ForwardingServer } from '../forwarding-server.ts';

const RENAMED = 'x-amzn-remapped-www-authenticate';
const NAME = 'www-authenticate';

/**
 * `fetch` through what an operator may have in front of API Gateway: it gives the header that API Gateway renames its
 * name back. Clients then see every challenge of the service.
 *
 * See: docs/contract/mcp.md#oauth.
 */
export async function fetchRestored(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const challenge = response.headers.get(RENAMED);
  if (challenge === null) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.delete(RENAMED);
  headers.set(NAME, challenge);
  return new Response(response.body, { status, statusText, headers });
}

/**
 * The same as an HTTP proxy, for clients that are other programs: they read its address from `http_proxy`. The first
 * line of a request to a proxy has the whole address. See: RFC 9112, section 3.2.2.
 */
export function startRestoringProxy(): Promise<ForwardingServer> {
  return ForwardingServer.start({
    to: (url) => url,
    replyHeaders: ({ [RENAMED]: challenge, ...others }) => ({
      ...others,
      ...(challenge !== undefined && { [NAME]: String(challenge) }),
    }),
  });
}
