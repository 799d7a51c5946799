import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as it arrived. The bytes of the body are those that were signed. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly at: number;
}

/** How to respond: with a status, after a delay or another step of the test, with headers, or not at all. */
interface PlannedResponse {
  status?: number;
  delayMs?: number;
  /** Responds once this is fulfilled. */
  after?: Promise<unknown>;
  /** Leaves the request without a response until the receiver stops. */
  never?: boolean;
  /** Closes the connection without a response. */
  hangUp?: boolean;
  retryAfter?: string;
  /** Responds 302 with this location unless another status is given. */
  redirectTo?: string;
  body?: string;
}

type Plan = PlannedResponse | ((request: Received, count: number) => PlannedResponse);

/** A webhook receiver on loopback: a real HTTP server that records requests and responds as configured. */
export class Receiver {
  readonly requests: Received[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #sockets = new Set<Socket>();
  readonly #watchers = new Set<() => void>();
  #plan: Plan = { status: 200 };

  static async start(plan: Plan = { status: 200 }): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#plan = plan;
    receiver.#server.on('connection', (socket) => {
      receiver.#sockets.add(socket);
      socket.once('close', () => receiver.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      receiver.#server.once('error', reject);
      receiver.#server.listen(0, '127.0.0.1', () => resolve());
    });
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** A URL of this receiver. The path distinguishes several endpoints. */
  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Sets the response to all requests from now on. */
  respondWith(plan: Plan): void {
    this.#plan = plan;
  }

  /**
   * Waits until at least `count` requests match, and returns those that do. It gives up when no more of them have come
   * for `stalledMs`.
   */
  async until(
    count: number,
    { passes = () => true, stalledMs = 60_000 }: { passes?: (request: Received) => boolean; stalledMs?: number } = {},
  ): Promise<Received[]> {
    let seen = 0;
    let deadline = Date.now() + stalledMs;
    for (;;) {
      const found = this.requests.filter(passes);
      if (found.length >= count) return found;
      if (found.length > seen) deadline = Date.now() + stalledMs;
      seen = found.length;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`${found.length} of ${count} requests, and no more for ${stalledMs} ms`);
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          this.#watchers.delete(done);
          resolve();
        };
        const timer = setTimeout(done, left);
        this.#watchers.add(done);
      });
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const received: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : String(value),
        ]),
      ),
      body: Buffer.concat(chunks),
      at: Date.now(),
    };
    this.requests.push(received);
    const planned = typeof this.#plan === 'function' ? this.#plan(received, this.requests.length) : this.#plan;
    for (const watcher of [...this.#watchers]) watcher();
    if (planned.never === true) return;
    if (planned.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, planned.delayMs));
    await planned.after;
    if (response.destroyed) return;
    if (planned.hangUp === true) return void request.socket.destroy();
    response.writeHead(planned.status ?? (planned.redirectTo === undefined ? 200 : 302), {
      ...(planned.retryAfter === undefined ? {} : { 'retry-after': planned.retryAfter }),
      ...(planned.redirectTo === undefined ? {} : { location: planned.redirectTo }),
    });
    response.end(planned.body ?? '');
  }
}
