import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Body } from './api-client.ts';

/** A delivery as it arrived. */
interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * A receiver of webhooks on this machine, which a tunnel of the stage makes public: so the smoke test needs no other
 * public server. It also answers any GET request, by which the tunnel is tried.
 */
export class WebhookReceiver {
  readonly #server: Server;
  readonly #arrived: Arrived[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(greeting: string): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'GET') return response.end(greeting);
        receiver.#arrived.push({ headers: request.headers, body: Buffer.concat(chunks) });
        return response.writeHead(204).end();
      });
    });
    const receiver = new WebhookReceiver(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The body of a delivery that satisfies a condition, `undefined` until one arrives. Throws if one is not signed. */
  find(secret: string, matches: (body: Body) => boolean): Body | undefined {
    for (const { headers, body } of this.#arrived) {
      if (!isGenuine(secret, headers, body)) throw new Error('a delivery arrived without a valid signature');
      const parsed = JSON.parse(body.toString('utf8'));
      if (matches(parsed)) return parsed;
    }
    return undefined;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** See: docs/contract/webhooks.md#verifying-deliveries. */
function isGenuine(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[name === 'id' ? 'x-aid-request-id' : `x-aid-${name}`] ?? ''),
  );
  const signed = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`v1=${signed}`);
  return (signature ?? '').split(',').some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
