import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { TunnelClient } from '#clients/tunnel/tunnel-client.ts';
import { watchSilence } from '#clients/typescript/src/loops/silence.ts';
import { serveConnection } from '#clients/typescript/src/loops/tunnel-connection.ts';

// The network stays real: only the clock of the clients is moved, and never waited for.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A service that responds to the first `pongs` pings of a connection, and then neither sends nor closes anything. */
async function startService(pongs: number) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'aid.tunnel.v1' });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  const pings: WebSocket[] = [];
  let arrived = () => {};
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('message', (data) => {
      expect(JSON.parse(String(data))).toEqual({ type: 'ping' });
      pings.push(socket);
      if (pings.filter((other) => other === socket).length <= pongs) {
        socket.send(JSON.stringify({ type: 'pong', public_url: 'http://127.0.0.1/t/x/' }));
      }
      arrived();
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** The connection that the n-th ping came from, counted from 1, once it has arrived. */
    ping: async (n: number) => {
      while (pings.length < n) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      return pings[n - 1];
    },
  };
}

function startClient(url: string) {
  const client = new TunnelClient({ connectUrl: url, key: 'k', target: { host: '127.0.0.1', port: 1 } });
  onTestFinished(() => client.stop());
  const reasons: string[] = [];
  client.on('disconnected', (reason) => reasons.push(reason));
  client.start();
  return { client, reasons };
}

test('A silence of a minute is ended by a ping, and a connection is lost ten seconds after a ping without a message', () => {
  const log: string[] = [];
  const watch = watchSilence(
    () => log.push('ping'),
    () => log.push('lost'),
  );
  watch.heard();
  vi.advanceTimersByTime(59_999);
  expect(log).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['ping']);
  vi.advanceTimersByTime(9_999);
  watch.heard();
  vi.advanceTimersByTime(60_000);
  expect(log).toEqual(['ping', 'ping']);
  vi.advanceTimersByTime(9_999);
  expect(log).toEqual(['ping', 'ping']);
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['ping', 'ping', 'lost']);
  watch.ping();
  watch.stop();
  vi.advanceTimersByTime(1_000_000);
  expect(log).toEqual(['ping', 'ping', 'lost', 'ping']);
});

test('A program that was busy for longer than a pong may take reads what has arrived before it gives up', () => {
  const log: string[] = [];
  const watch = watchSilence(
    () => log.push('ping'),
    () => log.push('lost'),
  );
  watch.ping();
  // However late a timer fires, it is one timer before the messages that the network has ready.
  vi.advanceTimersToNextTimer();
  watch.heard();
  vi.advanceTimersByTime(59_999);
  expect(log).toEqual(['ping']);
});

test('aid-tunnel leaves a connection that became silent, and connects again', async () => {
  const service = await startService(1);
  const { client, reasons } = startClient(service.url);
  await once(client, 'connected');
  const first = await service.ping(1);
  vi.advanceTimersByTime(60_000);
  expect(await service.ping(2)).toBe(first);
  const connected = once(client, 'connected');
  vi.advanceTimersByTime(10_000);
  await once(client, 'disconnected');
  vi.advanceTimersByTime(500);
  await connected;
  expect(await service.ping(3)).not.toBe(first);
  expect(reasons).toEqual(['the connection was silent']);
});

test('aid-tunnel keeps a connection on which nothing but its pings is answered', async () => {
  const service = await startService(Number.POSITIVE_INFINITY);
  const { client, reasons } = startClient(service.url);
  await once(client, 'connected');
  const first = await service.ping(1);
  for (let minute = 1; minute <= 20; minute++) {
    const connected = once(client, 'connected');
    vi.advanceTimersByTime(60_000);
    await connected;
    expect(await service.ping(1 + minute)).toBe(first);
  }
  expect(reasons).toEqual([]);
});

/** As `serve` opens a connection. */
const connect = (url: string) => new globalThis.WebSocket(url, ['aid.tunnel.v1', 'bearer.k']);

test('serve of the TypeScript SDK leaves a connection that became silent', async () => {
  const service = await startService(1);
  const server = { origin: 'http://localhost', respond: () => new Response(), fetch, onError: () => {} };
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  let ended = Promise.resolve('');
  await new Promise<void>((connected) => {
    ended = serveConnection(connect(service.url), server, connected, ending.signal);
  });
  vi.advanceTimersByTime(60_000);
  expect(await service.ping(2)).toBe(await service.ping(1));
  vi.advanceTimersByTime(10_000);
  expect(await ended).toBe('lost');
});

test('serve of the TypeScript SDK ends at once when it is to end on a connection that became silent', async () => {
  const service = await startService(0);
  const server = { origin: 'http://localhost', respond: () => new Response(), fetch, onError: () => {} };
  const ending = new AbortController();
  const ended = serveConnection(connect(service.url), server, () => {}, ending.signal);
  const socket = await service.ping(1);
  socket?.pause();
  ending.abort();
  expect(await ended).toBe('lost');
});
