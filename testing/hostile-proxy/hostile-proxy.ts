import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { exchange } from './http-exchange.ts';
import { HostilePlan, type Rates } from './plan.ts';
import { ProxyRecord } from './record.ts';
import { connectSockets } from './socket-exchange.ts';

/** Under this path the proxy says what it has done. */
const RECORD_PATH = '/_hostile';
/** Under this path, followed by the service's host, is the service's WebSocket API. */
const SOCKET_PATH = '/_socket/';
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface HostileProxyOptions {
  /** The address of the API. */
  readonly upstream: string;
  readonly seed: number;
  readonly rates?: Rates;
  /** Changes the JSON of the service's replies and messages: what a service of another release would say. */
  readonly translate?: (json: string) => string;
  /** The port, or 0 for any. */
  readonly port?: number;
}

/**
 * A proxy between a client and the service that behaves as the worst network: it resets connections before and after
 * the service was reached, delays, truncates, refuses, fails and repeats requests, and loses, repeats and delays the
 * messages of WebSockets and their connections. What happens follows from a seed. The addresses of WebSockets in
 * replies lead through the proxy as well.
 *
 * `GET /_hostile` returns `{seed, counts, too_early}`: how often each fault happened, and the requests that came again
 * before the time that `Retry-After` had named.
 */
export class HostileProxy {
  readonly record = new ProxyRecord();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor({ upstream, seed, rates, translate = (json) => json }: HostileProxyOptions) {
    const plan = new HostilePlan(seed, rates);
    const { record } = this;
    const rewrite = (body: string) => this.#throughProxy(translate(body));
    this.#server = createServer((request, response) => {
      if (request.url !== RECORD_PATH)
        return void exchange(request, response, { upstream: new URL(upstream), plan, record, rewrite });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ seed, counts: record.counts, too_early: record.tooEarly }));
    });
    this.#server.on('upgrade', (request, socket, head) => {
      const target = socketTarget(request.url ?? '/');
      if (target === undefined) return void socket.destroy();
      connectSockets(request, socket, head, { target, plan, record, translate });
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(options: HostileProxyOptions): Promise<HostileProxy> {
    const proxy = new HostileProxy(options);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get url(): string {
    return `http://${this.#host}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Leads the addresses of WebSockets in a reply through the proxy. */
  #throughProxy(body: string): string {
    return body.replace(/("connect_url":\s*"ws:\/\/)([^"/?]+)/g, (_all, start: string, host: string) => {
      return `${start}${this.#host}${SOCKET_PATH}${host}`;
    });
  }
}

/** The address of the service for one that a rewritten reply has; only on this machine. */
function socketTarget(path: string): URL | undefined {
  const rest = path.startsWith(SOCKET_PATH) ? path.slice(SOCKET_PATH.length) : '';
  const target = URL.parse(`ws://${rest}`);
  return target !== null && LOOPBACK.has(target.hostname) ? target : undefined;
}
