import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Credential } from './credential.ts';
import { forwardRequest } from './forward-request.ts';
import { isAllowed } from './hosts.ts';
import type { LeasedSecret } from './leased-secret.ts';
import { refusalOf, refuse } from './refusal.ts';
import { hostRefused, targetOf } from './request-target.ts';

export interface SecretProxyOptions {
  readonly lease: Pick<LeasedSecret, 'redeem'>;
  readonly credential: Credential;
  /** The hosts that the secret may be sent to. */
  readonly hosts: readonly string[];
  /** Gets a line about each request that is refused, without the secret and without the address of the proxy. */
  readonly onRefusal: (line: string) => void;
}

const LOOPBACK = '127.0.0.1';
const CAPABILITY_BYTES = 32;

/**
 * A reverse proxy at the loopback address that puts a secret into requests, so that the program that sends them does
 * not have it: `http://127.0.0.1:<port>/<capability>/api.example.com/v1` stands for `https://api.example.com/v1`. The
 * secret is redeemed for each request, and kept no longer than that takes.
 *
 * See: docs/decisions/0083-a-secret-is-used-and-not-held.md.
 */
export class SecretProxy {
  readonly #options: SecretProxyOptions;
  readonly #capability = randomBytes(CAPABILITY_BYTES).toString('base64url');
  readonly #server: Server;

  private constructor(options: SecretProxyOptions) {
    this.#options = options;
    // An upload may take as long as it wants.
    this.#server = createServer({ requestTimeout: 0 }, (request, response) => void this.#respond(request, response));
    this.#server.on('connect', (_request, socket) => {
      socket.on('error', () => socket.destroy());
      socket.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
  }

  static async start(options: SecretProxyOptions): Promise<SecretProxy> {
    const proxy = new SecretProxy(options);
    proxy.#server.listen(0, LOOPBACK);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Its address, which permits its use: a host and a path follow. */
  get url(): string {
    return `http://${LOOPBACK}:${this.#port}/${this.#capability}`;
  }

  /** Ends it, with the requests that are in progress. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response
      .on('error', () => {})
      .on('close', () => {
        if (!response.writableFinished) gone.abort();
      });
    try {
      await this.#forward(request, response, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      const refusal = refusalOf(error);
      // A line for each of these would give other users of the machine a way to this one's terminal.
      if (refusal.status !== 404) this.#options.onRefusal(`${request.method}: ${refusal.message}`);
      if (response.headersSent) response.destroy();
      else {
        request.resume();
        refuse(response, refusal);
      }
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const { lease, credential, hosts } = this.#options;
    const target = targetOf(request, { capability: this.#capability, port: this.#port, hosts });
    const { value: secret, hosts: restricted } = await lease.redeem(signal);
    if (restricted.length > 0 && !isAllowed(restricted, target.authority)) throw hostRefused(target.authority);
    await forwardRequest(request, response, { target, credential, secret, base: this.url, signal });
  }
}
