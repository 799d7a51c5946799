import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestOf,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where requests go, and what becomes of the headers on the way. */
interface Forwarding {
  /** The address for what the first line of a request names. */
  readonly to: (target: string) => string;
  readonly headers?: (sent: IncomingHttpHeaders) => IncomingHttpHeaders;
  readonly replyHeaders?: (received: IncomingHttpHeaders) => IncomingHttpHeaders;
}

/** A server of this machine that sends each request on, and its response back. */
export class ForwardingServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(forwarding: Forwarding): Promise<ForwardingServer> {
    const server = createServer((asked, response) => forward(forwarding, asked, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ForwardingServer(server);
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

const unchanged = (headers: IncomingHttpHeaders) => headers;

function forward(
  { to, headers: headersOf = unchanged, replyHeaders = unchanged }: Forwarding,
  asked: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, url = '/' } = asked;
  const sent = requestOf(to(url), { method, headers: headersOf(asked.headers) }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, replyHeaders(reply.headers));
    reply.pipe(response);
  });
  sent.on('error', () => response.destroy());
  asked.pipe(sent);
}
