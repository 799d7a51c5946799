import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ApiGateway, startApiGateway } from '#local/gateway/api-gateway.ts';
import { listen } from '#local/http/listen.ts';
import { createLoopbackServer } from '#local/http/loopback-server.ts';
import type { LocalStack } from '#local/local-stack.ts';
import { startFixture } from './support/fixture.ts';
import { SITE_STACK } from './support/site-stack.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
const LENGTH = 11 * MEGABYTE.length;

let stack: LocalStack;
let tunnels: ApiGateway;

beforeAll(async () => {
  stack = await startFixture(SITE_STACK);
  tunnels = await startApiGateway({ port: 0, what: 'tunnels', variable: 'AID_TUNNEL_PORT' });
});

afterAll(async () => {
  await tunnels?.close();
  await stack?.stop();
});

/** A client that reads nothing before its last byte is out, and then everything until the connection ends. */
async function send(port: number, head: readonly string[], body: () => Iterable<Buffer>): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const failed = once(socket, 'close').then(() => Promise.reject(new Error('the connection was closed')));
  failed.catch(() => {});
  await once(socket, 'connect');
  const write = (bytes: string | Buffer) => Promise.race([written(socket, bytes), failed]);
  await write([...head, `host: 127.0.0.1:${port}`, 'connection: close', '', ''].join('\r\n'));
  for (const piece of body()) await write(piece);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

const written = (socket: Socket, bytes: string | Buffer) =>
  new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));

const sized = [`content-length: ${LENGTH}`];
function* wholeBody(): Generator<Buffer> {
  for (let sent = 0; sent < LENGTH; sent += MEGABYTE.length) yield MEGABYTE;
}
function* chunkedBody(): Generator<Buffer> {
  for (const piece of wholeBody()) yield Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]);
  yield Buffer.from('0\r\n\r\n');
}

const portOf = (url: string | undefined) => Number(new URL(url ?? '').port);

/** Every listener that takes requests of others, and why it refuses one before it has read the body. */
const REFUSALS: readonly (readonly [string, () => number, readonly string[], number])[] = [
  ['the API: a body above its limit', () => portOf(stack.url), ['POST /v1/things HTTP/1.1', ...sized], 413],
  ['the API: an unknown route', () => portOf(stack.url), ['POST /v1/none HTTP/1.1', ...sized], 404],
  [
    'the API: a page of another site',
    () => portOf(stack.url),
    ['POST /v1/things HTTP/1.1', 'origin: null', ...sized],
    403,
  ],
  ['the API: an action of the local profile', () => portOf(stack.url), ['POST /_local/mail HTTP/1.1', ...sized], 400],
  ['the tunnels of a stack that is starting', () => tunnels.port, ['POST /t/x/ HTTP/1.1', ...sized], 503],
  ['the console', () => portOf(stack.consoleUrl), ['POST /throw HTTP/1.1', ...sized], 500],
  ['the emulated services', () => portOf(stack.awsEndpoint), ['PUT /bucket/key HTTP/1.1', ...sized], 403],
];

test.each(REFUSALS)(
  'A client reads the response to a large body that is refused, at %s',
  async (_, port, head, status) => {
    const clients = Array.from({ length: 2 }, () => send(port(), head, wholeBody));
    for (const text of await Promise.all(clients)) expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  },
);

test.each([
  ['a length', sized, wholeBody],
  ['no length', ['transfer-encoding: chunked'], chunkedBody],
])('Every one of 16 clients that send 11 MB at once with %s reads 413', async (_, headers, body) => {
  const head = ['POST /v1/things HTTP/1.1', 'content-type: application/json', ...headers];
  const clients = Array.from({ length: 16 }, () => send(portOf(stack.url), head, body));
  for (const text of await Promise.all(clients)) expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\n\r\n\{.*\}$/);
});

test('A connection on which a body was refused serves the next request', async () => {
  const port = portOf(stack.url);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const common = `host: 127.0.0.1:${port}\r\n`;
  await written(socket, `POST /v1/things HTTP/1.1\r\n${common}content-length: ${LENGTH}\r\n\r\n`);
  for (const piece of wholeBody()) await written(socket, piece);
  await written(socket, `GET /v1/things/x HTTP/1.1\r\n${common}connection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['413', '200']);
});

afterEach(() => {
  vi.useRealTimers();
});

/** A server that refuses every request, and the promise of the first one. */
async function refusingServer() {
  const server = createLoopbackServer(
    {},
    (_, response) => void response.writeHead(413, { 'content-length': 9 }).end('too large'),
  );
  const arrived = once(server, 'request');
  return { port: await listen(server, 0), arrived, close: () => server.close() };
}

test('Of a body without an end, 64 MB are read', async () => {
  const server = await refusingServer();
  const endless = function* () {
    for (;;) yield MEGABYTE;
  };
  const head = ['POST / HTTP/1.1', `content-length: ${2 ** 40}`];
  await expect(send(server.port, head, endless)).rejects.toThrow();
  server.close();
});

test('A body that stops arriving is given up after half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = await refusingServer();
  const response = send(server.port, ['POST / HTTP/1.1', 'content-length: 10'], () => [Buffer.from('half')]);
  await server.arrived;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await response).toMatch(/^HTTP\/1\.1 413 [\s\S]*too large$/);
  server.close();
});
