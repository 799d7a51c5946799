import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestOf, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** The same as an HTTP proxy, for clients that are other programs: they read its address from `http_proxy`. */
export class RestoringProxy {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<RestoringProxy> {
    const server = createServer(forward);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RestoringProxy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** Sends a request on to the address in its first line. See: RFC 9112, section 3.2.2. */
function forward(asked: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '' } = asked;
  const sent = requestOf(url, { method, headers }, (reply) => {
    const { [RENAMED]: challenge, ...others } = reply.headers;
    response.writeHead(reply.statusCode ?? 502, { ...others, ...(challenge !== undefined && { [NAME]: challenge }) });
    reply.pipe(response);
  });
  sent.on('error', () => response.destroy());
  asked.pipe(sent);
}
