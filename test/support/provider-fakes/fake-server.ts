import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a fake sees it. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A response: an object is sent as JSON, a text as it is. */
export interface FakeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

export type Respond = (request: FakeRequest) => FakeResponse | Promise<FakeResponse>;

/** An HTTP server on loopback that stands in for a service on the internet. */
export class FakeServer {
  readonly requests: FakeRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(respond: Respond): Promise<FakeServer> {
    const server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      fake.requests.push(request);
      const {
        status,
        headers: more = {},
        body,
      } = await Promise.resolve(request)
        .then(respond)
        .catch((error: Error) => ({ status: 500, headers: {}, body: error.stack ?? error.message }));
      const type = typeof body === 'string' ? 'text/xml' : 'application/json';
      outgoing.writeHead(status, { 'content-type': type, ...more });
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    const fake = new FakeServer(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
