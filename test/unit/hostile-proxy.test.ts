import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import {
  HANDSHAKE_RATES,
  HostilePlan,
  MESSAGE_RATES,
  REQUEST_RATES,
  type RequestFault,
  requireRates,
} from '#testing/hostile-proxy/plan.ts';

const CALM = { request: noneOf(REQUEST_RATES), handshake: noneOf(HANDSHAKE_RATES), message: noneOf(MESSAGE_RATES) };
const BODY = JSON.stringify({ text: 'the whole of it' });

function noneOf<K extends string>(rates: Readonly<Record<K, number>>): Record<K, number> {
  return Object.fromEntries(Object.keys(rates).map((name) => [name, 0])) as Record<K, number>;
}

/**
 * A service that counts requests, and has a WebSocket API that repeats what the client says, after `greetings`, and
 * closes when the client says `bye`.
 */
async function startService(greetings: readonly string[] = []) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const { host } = request.headers;
    const body = request.url === '/streams' ? JSON.stringify({ connect_url: `ws://${host}/sockets?ticket=1` }) : BODY;
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] }).end(body);
  });
  const sockets = new WebSocketServer({ server });
  const handshakes: IncomingMessage[] = [];
  sockets.on('connection', (socket, request) => {
    handshakes.push(request);
    for (const greeting of greetings) socket.send(greeting);
    socket.on('message', (data) => (String(data) === 'bye' ? socket.close() : socket.send(String(data))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, handshakes, stop };
}

async function startProxy(upstream: string, rates: Parameters<typeof requireRates>[0]) {
  const proxy = await HostileProxy.start({ upstream, seed: 1, rates: requireRates(rates) });
  onTestFinished(() => proxy.stop());
  return proxy;
}

async function textOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers });
  return `${response.status} ${await response.text()}`;
}

/** The messages of a WebSocket until it closes, or until `count` have arrived. */
function messagesOf(socket: WebSocket, count = Number.POSITIVE_INFINITY): Promise<string[]> {
  const messages: string[] = [];
  return new Promise((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => resolve(messages));
    socket.on('message', (data) => {
      messages.push(String(data));
      if (messages.length === count) resolve(messages);
    });
  });
}

test('A seed decides what the hostile proxy does, and another seed decides otherwise', () => {
  const faults = (seed: number) => {
    const plan = new HostilePlan(seed);
    return Array.from({ length: 500 }, (_, index) => [plan.forRequest(`${index}`), plan.forMessage()]);
  };
  expect(faults(3)).toEqual(faults(3));
  expect(faults(3)).not.toEqual(faults(4));
  const seen = new Set(faults(3).map(([fault]) => fault));
  expect(seen).toEqual(new Set([...Object.keys(REQUEST_RATES).filter((name) => name !== 'stall'), undefined]));
});

test('A request passes the hostile proxy after at most three failures in a row', () => {
  const plan = new HostilePlan(1, { request: { ...CALM.request, resetBefore: 1 } });
  const faults = Array.from({ length: 8 }, () => plan.forRequest('GET /v1/me ') ?? 'passed');
  const failures = ['resetBefore', 'resetBefore', 'resetBefore', 'passed'];
  expect(faults).toEqual([...failures, ...failures]);
});

test.each<[RequestFault, string | RegExp, number]>([
  ['resetBefore', 'fetch failed', 0],
  ['resetAfter', 'fetch failed', 1],
  ['truncate', 'terminated', 1],
  ['shorten', `200 ${BODY.slice(0, BODY.length >> 1)}`, 1],
  ['refuse', /^429 \{"error":\{"code":"rate_limit.exceeded"/, 0],
  ['failBefore', /^500 \{"error":\{"code":"internal.error"/, 0],
  ['failAfter', '502 <h1>Bad Gateway</h1>', 1],
  ['repeat', `200 ${BODY}`, 2],
  ['delay', `200 ${BODY}`, 1],
])(
  'The fault %s is what the client sees, and the service gets as many requests as it says',
  async (fault, seen, reached) => {
    const service = await startService();
    const proxy = await startProxy(service.url, { request: { ...CALM.request, [fault]: 1 } });
    const result = await textOf(`${proxy.url}/v1/me`).catch((error: Error) => error.message);
    if (typeof seen === 'string') expect(result).toBe(seen);
    else expect(result).toMatch(seen);
    expect(service.requests).toHaveLength(reached);
    expect(proxy.record.counts).toEqual({ [fault]: 1 });
  },
);

test('A request that passes reaches the service and returns with its headers', async () => {
  const service = await startService();
  const proxy = await startProxy(service.url, CALM);
  const response = await fetch(`${proxy.url}/v1/me?a=1`, { headers: { authorization: 'Bearer x', 'x-own': 'y' } });
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const [request] = service.requests;
  expect(request?.url).toBe('/v1/me?a=1');
  expect(request?.headers).toMatchObject({ authorization: 'Bearer x', 'x-own': 'y', host: new URL(service.url).host });
});

test('The hostile proxy records a request that comes again before the time that Retry-After had named', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await startService();
  const proxy = await startProxy(service.url, { request: { ...CALM.request, refuse: 1 } });
  const headers = { 'idempotency-key': 'one and the same' };
  // No time passes, however slow the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  for (let call = 0; call < 4; call++) await textOf(`${proxy.url}/v1/me`, headers);
  const reported = (await (await fetch(`${proxy.url}/_hostile`)).json()) as { too_early: { request: string }[] };
  expect(reported).toMatchObject({ seed: 1, counts: { refuse: 3, passed: 1 } });
  expect(reported.too_early.length).toBeGreaterThan(0);
  expect(reported.too_early[0]?.request).toBe('GET /v1/me one and the same');
});

test('The address of a WebSocket leads through the hostile proxy, with key, protocols and messages', async () => {
  const service = await startService(['hello']);
  const proxy = await startProxy(service.url, CALM);
  const reply = await (await fetch(`${proxy.url}/streams`)).json();
  const { connect_url: address } = reply as { connect_url: string };
  expect(address).toBe(`ws://${new URL(proxy.url).host}/_socket/${new URL(service.url).host}/sockets?ticket=1`);
  const socket = new WebSocket(address, ['aid.tunnel.v1', 'bearer.x'], { headers: { authorization: 'Bearer x' } });
  socket.once('open', () => socket.send('and back'));
  expect(await messagesOf(socket, 2)).toEqual(['hello', 'and back']);
  socket.close();
  expect(socket.protocol).toBe('aid.tunnel.v1');
  expect(service.handshakes[0]?.url).toBe('/sockets?ticket=1');
  expect(service.handshakes[0]?.headers).toMatchObject({ authorization: 'Bearer x' });
});

test.each([
  ['drop', []],
  ['repeat', ['1', '1', '2', '2', '3', '3']],
  ['delay', ['1', '2', '3']],
  ['reset', []],
  ['close', []],
  ['silence', []],
])('The fault %s of messages is what the client sees', async (fault, seen) => {
  if (fault === 'silence') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await startService(['1', '2', '3']);
  const proxy = await startProxy(service.url, { ...CALM, message: { ...CALM.message, [fault]: 1 } });
  const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/_socket/${new URL(service.url).host}/`);
  socket.once('open', () => socket.send('bye'));
  const messages = messagesOf(socket);
  await expect.poll(() => proxy.record.counts[`message ${fault}`]).toBeGreaterThan(0);
  // The proxy resets a silent connection after some seconds.
  if (fault === 'silence') await vi.runOnlyPendingTimersAsync();
  expect(await messages).toEqual(seen);
});

test('A refused handshake reaches the service or does not, as the fault says', async () => {
  const service = await startService(['hello']);
  for (const [fault, reached] of [
    ['refuseBefore', 0],
    ['refuseAfter', 1],
  ] as const) {
    const proxy = await startProxy(service.url, { ...CALM, handshake: { ...CALM.handshake, [fault]: 1 } });
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/_socket/${new URL(service.url).host}/`);
    expect(await messagesOf(socket)).toEqual([]);
    expect(service.handshakes).toHaveLength(reached);
  }
});

test('The hostile proxy leads to no other machine', async () => {
  const service = await startService();
  const proxy = await startProxy(service.url, CALM);
  for (const path of ['/_socket/example.com/', '/sockets']) {
    const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}${path}`);
    expect(await messagesOf(socket)).toEqual([]);
  }
  expect(service.handshakes).toEqual([]);
});

test('The hostile proxy is a process that prints its address, and resets connections while the service is away', async () => {
  const service = await startService();
  const main = join(import.meta.dirname, '../../testing/hostile-proxy/main.ts');
  const args = [main, '--upstream', service.url, '--seed', '7', '--rates', JSON.stringify(CALM)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  const url = /^hostile proxy (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(line))?.[1];
  expect(await textOf(`${url}/v1/me`)).toMatch(/^200/);
  service.stop();
  await expect(textOf(`${url}/v1/me`)).rejects.toThrow('fetch failed');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('Rates that name an unknown fault, or are no shares, are refused', () => {
  expect(() => requireRates({ requests: {} } as never)).toThrow('expected request, handshake or message');
  expect(() => requireRates({ request: { lose: 1 } } as never)).toThrow('unknown fault lose');
  expect(() => requireRates({ message: { drop: 2 } })).toThrow('a share from 0 to 1 for drop');
});
