import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { errorOf, useTunnelClients } from '../support/tunnel-clients.ts';
import { LARGE } from '../support/tunnel-server.ts';

const tunnels = useTunnelClients();

test.each([
  ['text that is no JSON', 'hello'],
  ['an unknown type', { type: 'surprise' }],
  ['an unknown field', { type: 'ping', extra: 1 }],
  ['a status that is no final one', { type: 'response', id: 'x', status: 101, headers: [] }],
  ['a body that is no base64', { type: 'response', id: 'x', status: 200, headers: [], body: '%%%%' }],
  ['a piece that is too long', { type: 'body', id: 'x', seq: 1, more: false, body: 'A'.repeat(100_000) }],
  ['contradicting fields', { type: 'response', id: 'x', status: 200, headers: [], stored: true, more: true }],
])('A message with %s closes the connection with the reason', async (_, message) => {
  const { connectUrl } = await tunnels.create();
  const raw = await tunnels.connectRaw(connectUrl);
  raw.send(message);
  expect(await raw.next('closing')).toEqual({ type: 'closing', reason: 'invalid_message' });
  await raw.closed;
});

test('A client that sends more pings than a minute allows is closed', async () => {
  const { connectUrl } = await tunnels.create();
  const raw = await tunnels.connectRaw(connectUrl);
  for (let sent = 0; sent < 130; sent++) raw.send({ type: 'ping' });
  await raw.closed;
  expect(raw.received.at(-1)).toEqual({ type: 'closing', reason: 'too_much' });
  expect(raw.received.filter(({ type }) => type === 'closing')).toHaveLength(1);
});

test('Messages about unknown requests of others are ignored, and reach no one', async () => {
  const [mine, theirs] = await Promise.all([tunnels.create(), tunnels.create()]);
  const [attacker, victim] = await Promise.all([
    tunnels.connectRaw(mine.connectUrl),
    tunnels.connectRaw(theirs.connectUrl),
  ]);
  const pending = fetch(theirs.publicUrl);
  const request = await victim.next('request');
  const forged = {
    type: 'response',
    id: request.id,
    status: 200,
    headers: [],
    body: Buffer.from('forged').toString('base64'),
  };
  attacker.send(forged);
  attacker.send({ ...forged, id: 'made.up.id' });
  attacker.send({ type: 'ping' });
  await attacker.next('pong');
  victim.send({ ...forged, body: Buffer.from('true').toString('base64') });
  expect(await (await pending).text()).toBe('true');
});

test.each([
  ['a line break in a header', [['x-a', 'b\r\nset-cookie: c=d']]],
  ['a header name that is none', [['x a', 'b']]],
])('A response with %s is a 502', async (_, headers) => {
  const { connectUrl, publicUrl } = await tunnels.create();
  const raw = await tunnels.connectRaw(connectUrl);
  const pending = errorOf(publicUrl);
  const request = await raw.next('request');
  raw.send({ type: 'response', id: request.id, status: 200, headers });
  expect(await pending).toEqual([502, 'bad_response']);
});

test('Pieces that arrive in another order, or twice, make the same body', async () => {
  const { connectUrl, publicUrl } = await tunnels.create();
  const raw = await tunnels.connectRaw(connectUrl);
  const pending = fetch(publicUrl);
  const id = (await raw.next('request')).id;
  const piece = (seq: number, text: string, more: boolean) => ({
    type: 'body',
    id,
    seq,
    more,
    body: Buffer.from(text).toString('base64'),
  });
  raw.send(piece(2, 'c', false));
  raw.send(piece(1, 'b', true));
  raw.send({ type: 'response', id, status: 200, headers: [], body: Buffer.from('a').toString('base64'), more: true });
  raw.send(piece(1, 'b', true));
  expect(await (await pending).text()).toBe('abc');
});

test('A response that the public client no longer needs is cancelled', async () => {
  const { connectUrl, publicUrl } = await tunnels.create();
  const raw = await tunnels.connectRaw(connectUrl);
  const request = httpRequest(publicUrl, () => {});
  request.on('error', () => {});
  request.end();
  const { id } = await raw.next('request');
  raw.send({ type: 'response', id, status: 200, headers: [], more: true });
  await once(request, 'response');
  raw.send({ type: 'error', id, seq: 1 });
  expect(await raw.next('cancel')).toEqual({ type: 'cancel', id });
});

test('An upload above 6 MB ends its request as too large, and the connection stays open', async () => {
  const { connectUrl, publicUrl } = await tunnels.create();
  const raw = await tunnels.connectRaw(connectUrl);
  const pending = errorOf(publicUrl);
  raw.send({ type: 'upload', id: (await raw.next('request')).id, size: 6_291_457 });
  expect(await pending).toEqual([502, 'response_too_large']);
  raw.send({ type: 'ping' });
  await raw.next('pong');
});

test('A frame that is larger than API Gateway accepts closes the connection with 1009', async () => {
  const { connectUrl } = await tunnels.create();
  const raw = await tunnels.connectRaw(connectUrl);
  raw.socket.send(JSON.stringify({ type: 'ping', padding: 'x'.repeat(40_000) }));
  expect((await raw.closed)[0]).toBe(1009);
});

test('The messages to a client fit in one frame', async () => {
  const { connectUrl, publicUrl } = await tunnels.create();
  const raw = await tunnels.connectRaw(connectUrl);
  const sizes: number[] = [];
  raw.socket.on('message', (data) => sizes.push((data as Buffer).length));
  const pending = fetch(publicUrl, {
    method: 'POST',
    body: LARGE.subarray(0, 98_304),
    headers: { 'x-long': 'y'.repeat(5000) },
  });
  const { id } = await raw.next('request');
  await eventually(() => expect(raw.received.some(({ type, more }) => type === 'body' && more === false)).toBe(true));
  raw.send({ type: 'response', id, status: 204, headers: [] });
  expect((await pending).status).toBe(204);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(32 * 1024);
});
