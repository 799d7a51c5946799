import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type SelfSigned, selfSigned } from './self-signed.ts';

/** A request as it arrived at an API. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The host of every receiver. Which one is meant, its port says. */
const RECEIVER_HOST = 'localhost';

/** A certificate for receivers, in a file that programs of Node trust with `NODE_EXTRA_CA_CERTS`. */
export function trustedCertificate(folder: string): { readonly issued: SelfSigned; readonly path: string } {
  const issued = selfSigned(RECEIVER_HOST);
  const path = join(folder, 'ca.pem');
  writeFileSync(path, issued.certificate);
  return { issued, path };
}

/**
 * An API over TLS that records requests. It responds to `/echo` and `/echo/gzip` with what it got, as debugging
 * endpoints do, to `/to/<url>` with a redirect, to `/events` with a stream that stays open, and to all else with `ok`.
 */
export class TlsReceiver {
  readonly requests: ApiRequest[] = [];
  readonly #server: Server;

  private constructor({ privateKey, certificate }: SelfSigned) {
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
    this.#server = createServer({ key, cert: certificate }, (request, response) => {
      // A client that goes away in the middle of its request.
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(certificate: SelfSigned): Promise<TlsReceiver> {
    const receiver = new TlsReceiver(certificate);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** Its host and port. */
  get host(): string {
    return `${RECEIVER_HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: Buffer.concat(chunks).toString() };
    this.requests.push(received);
    if (path.startsWith('/to/')) {
      response.writeHead(302, { location: decodeURIComponent(path.slice('/to/'.length)) }).end();
    } else if (path === '/echo/gzip') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(received)));
    } else if (path.startsWith('/echo')) {
      const echoed = { 'x-echo': String(headers.authorization ?? headers['x-api-key']) };
      response.writeHead(200, { ...echoed, 'content-type': 'application/json' }).end(JSON.stringify(received));
    } else if (path === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
    } else {
      response.end('ok');
    }
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
