import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** 5 MB that no compression makes smaller. */
export const LARGE = randomBytes(5_000_000);

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A server of an agent, as it runs behind a tunnel. */
export interface TunnelServer {
  readonly port: number;
  /** The requests that have reached it. */
  readonly seen: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  stop(): Promise<void>;
}

/**
 * Paths: `/echo`, `/large`, `/hash`, `/events` and `/next-event`, `/slow`, `/broken/<length>`, `/sized/<n>`, `/origin`,
 * `/redirect`, `/status/<n>`, and a page at `/`.
 */
export async function startTunnelServer(): Promise<TunnelServer> {
  const seen: TunnelServer['seen'] = [];
  const events = new EventEmitter();
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    answer(request, response, events).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, events: EventEmitter): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const [, first = '', second = ''] = pathname.split('/');
  switch (first) {
    case '':
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end('<!doctype html><title>Page</title><script src="app.js"></script>');
    case 'echo':
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(
          JSON.stringify({ method: request.method, url: request.url, headers: request.headers, bytes: body.length }),
        );
    case 'large':
      return void response.writeHead(200, { 'content-length': LARGE.length }).end(LARGE);
    case 'middle':
      return void response.writeHead(200, { 'content-length': 90_000 }).end(LARGE.subarray(0, 90_000));
    case 'sized':
      return void response.writeHead(200, { 'content-length': Number(second) }).end(Buffer.alloc(Number(second), 'x'));
    case 'origin':
      return void response
        .writeHead(200, [
          ...['constructor', 'a', '__proto__', 'b', 'clear-site-data', '"*"', 'service-worker-allowed', '/'],
          ...['x-aid-tunnel-error', 'not_found'],
        ])
        .end('ok');
    case 'hash':
      return void response.end(sha256(body));
    case 'events': {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let index = 0; index < Number(searchParams.get('n') ?? 3); index++) {
        response.write(`data: ${index}\n\n`);
        await once(events, 'next');
      }
      return void response.end();
    }
    case 'next-event':
      events.emit('next');
      return void response.end();
    case 'slow':
      await sleep(Number(second));
      return void response.end('late');
    case 'broken':
      response.writeHead(200, { 'content-type': 'text/plain', ...(second && { 'content-length': second }) });
      await new Promise((resolve) => response.write('the beginning', resolve));
      return void response.destroy();
    case 'cookies':
      return void response.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'] }).end('ok');
    case 'redirect':
      return void response.writeHead(302, { location: '/elsewhere' }).end();
    case 'status':
      return void response.writeHead(Number(second)).end();
    default:
      return void response.writeHead(404).end('no such page');
  }
}
