import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { post } from '#functions/workers/delivery/post.ts';
import { MINUTE } from '#shared/domain/time/time.ts';

/** The outcome of a POST. */
const attemptAt = async (...request: Parameters<typeof post>) => (await post(...request)).outcome;

let server: Server;
let url: string;
let connections = 0;

beforeAll(async () => {
  server = createServer((_, response) => void response.end('ok'));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('Attempts shortly after each other share a connection, and those after a freeze of the function get a new one', async () => {
  const attempt = async () => {
    const outcome = await attemptAt(url, {}, 'x', { timeoutMs: 5_000, policy: { allowLoopback: true } });
    // A connection returns to the pool a moment after the response.
    await sleep(20);
    return outcome;
  };
  // A freeze is a jump of the clock in which no timer fires.
  let frozenMs = 0;
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + frozenMs);

  expect(await attempt()).toMatchObject({ ok: true });
  expect(await attempt()).toMatchObject({ ok: true });
  expect(connections).toBe(1);
  frozenMs = 10 * MINUTE;
  expect(await attempt()).toMatchObject({ ok: true });
  expect(await attempt()).toMatchObject({ ok: true });
  expect(connections).toBe(2);
});

test('A request in progress is completed after another one has replaced the pool', async () => {
  let respond = () => {};
  const slow = createServer((_, response) => {
    respond = () => void response.end('ok');
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
  const options = { timeoutMs: 10_000, policy: { allowLoopback: true } };
  const arrived = new Promise<void>((resolve) => slow.once('request', () => resolve()));
  const waiting = attemptAt(slowUrl, {}, 'x', options);
  await arrived;
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + MINUTE);
  expect(await attemptAt(url, {}, 'x', options)).toMatchObject({ ok: true });
  respond();
  expect(await waiting).toMatchObject({ ok: true });
  slow.closeAllConnections();
  slow.close();
});
