import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { inProcessSend } from './in-process-send.ts';

/** The pipeline of this process on a port of the machine, for browsers. What has no route is 404. */
export class InProcessServer {
  readonly #server: Server;
  /** The methods of the requests that have reached it, in their order. */
  readonly methods: string[] = [];

  private constructor(services: Services) {
    const send = inProcessSend(services);
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', async () => {
        const { method = 'GET', headers } = request;
        this.methods.push(method);
        const body = Buffer.concat(chunks).toString();
        const sent = { method, headers: headers as Record<string, string>, ...(body !== '' && { body }) };
        const found = await send(new URL(request.url ?? '/', this.url), sent).catch(
          () => new Response(null, { status: 404 }),
        );
        response.writeHead(found.status, Object.fromEntries(found.headers));
        response.end(await found.text());
      });
    });
  }

  static async start(services: Services): Promise<InProcessServer> {
    const started = new InProcessServer(services);
    started.#server.listen(0, '127.0.0.1');
    await once(started.#server, 'listening');
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
