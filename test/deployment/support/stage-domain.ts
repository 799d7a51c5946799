import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestOf, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A name of a stage's own, on this machine: it leads to the API as a custom domain does, without the path that the API
 * has in the engine. Clients look for metadata at the root of a host, where the engine serves none.
 */
export class StageDomain {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a name for the API at this address. */
  static async start(api: string): Promise<StageDomain> {
    const server = createServer((asked, response) => forward(api, asked, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StageDomain(server);
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

function forward(api: string, asked: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = asked;
  const sent = requestOf(`${api}${url}`, { method, headers: { ...headers, host: new URL(api).host } }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  sent.on('error', () => response.destroy());
  asked.pipe(sent);
}
