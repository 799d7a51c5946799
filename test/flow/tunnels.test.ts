import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { TunnelClient } from '#clients/tunnel/tunnel-client.ts';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { connectRawClient, type RawTunnelClient } from '../support/raw-tunnel-client.ts';
import { LARGE, sha256, startTunnelServer, type TunnelServer } from '../support/tunnel-server.ts';

let organization: Organization;
let agent: Agent;
let server: TunnelServer;
const clients: TunnelClient[] = [];

/** A client that answers nothing, and the requests that wait for it: they end after 25 s, while other tests run. */
let silent: RawTunnelClient;
let unanswered: Promise<unknown[]>[];

beforeAll(async () => {
  organization = await makeOrganization();
  [agent, server] = await Promise.all([makeAgent(organization), startTunnelServer()]);
  const { connectUrl, publicUrl } = await createTunnel();
  silent = await rawClient(connectUrl);
  unanswered = Array.from({ length: 20 }, () => errorOf(publicUrl));
});
afterAll(async () => {
  for (const client of clients) client.stop();
  await server.stop();
});

interface OpenTunnel {
  id: string;
  publicUrl: string;
  connectUrl: string;
  client: TunnelClient;
}

async function openTunnel(key = agent.key): Promise<OpenTunnel> {
  const {
    id,
    public_url: publicUrl,
    connect_url: connectUrl,
  } = await agent.api.as(key).ok('createTunnel', { body: {} });
  return { id, publicUrl, connectUrl, client: await connectClient(connectUrl, key) };
}

async function connectClient(connectUrl: string, key = agent.key): Promise<TunnelClient> {
  const client = new TunnelClient({ connectUrl, key, target: { host: '127.0.0.1', port: server.port } });
  clients.push(client);
  const connected = once(client, 'connected');
  client.start();
  await connected;
  return client;
}

const rawClient = (connectUrl: string, key = agent.key) => connectRawClient(connectUrl, key);

describe('a site behind a tunnel', () => {
  let site: OpenTunnel;
  const at = (path: string) => new URL(path, site.publicUrl).href;

  beforeAll(async () => {
    site = await openTunnel();
  });

  test('The record says that its client is connected', async () => {
    const record = await agent.api.ok('getTunnel', { params: { id: site.id } });
    expect(record).toMatchObject({ status: 'active', connected: true, last_connected_at: expect.any(String) });
    const { tunnels } = await organization.api.ok('listTunnels', { query: {} });
    expect(tunnels).toContainEqual(record);
  });

  test('A page is served at the public address itself', async () => {
    const response = await fetch(site.publicUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<title>Page</title>');
  });

  test('Method, path, query, headers and body reach the server', async () => {
    const response = await fetch(at('echo/a%20b/c?x=1&x=2&y=%26'), {
      method: 'PATCH',
      headers: { 'x-mine': 'kept', 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${agent.key}` },
      body: 'hello',
    });
    const { method, url, headers, bytes } = (await response.json()) as {
      method: string;
      url: string;
      headers: Record<string, string>;
      bytes: number;
    };
    expect({ method, url, bytes }).toEqual({ method: 'PATCH', url: '/echo/a%20b/c?x=1&x=2&y=%26', bytes: 5 });
    expect(headers).toMatchObject({ 'x-mine': 'kept', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect(headers.authorization).toBeUndefined();
  });

  test('Cookies of the tunnel, redirects and every status pass unchanged', async () => {
    expect((await fetch(at('cookies'))).headers.getSetCookie()).toEqual(['b=2; HttpOnly']);
    const moved = await fetch(at('redirect'), { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/elsewhere']);
    for (const status of [204, 304, 418, 500, 503]) {
      const response = await fetch(at(`status/${status}`));
      expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([status, null]);
    }
    const head = await fetch(at('large'), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('Bodies of all sizes arrive byte for byte in both directions', async () => {
    expect(sha256(new Uint8Array(await (await fetch(at('large'))).arrayBuffer()))).toBe(sha256(LARGE));
    expect((await (await fetch(at('middle'))).arrayBuffer()).byteLength).toBe(90_000);
    for (const size of [0, 1, 23_900, 24_000, 24_001, 73_729, 98_304, 98_305, 4_613_734]) {
      const body = LARGE.subarray(0, size);
      const response = await fetch(at('hash'), { method: 'POST', body });
      expect([size, await response.text()]).toEqual([size, sha256(body)]);
    }
  });

  test('Fifty requests at once each get their own response', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const response = await fetch(at(`echo?n=${index}`));
        return ((await response.json()) as { url: string }).url;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => `/echo?n=${index}`));
  });

  test('Server-sent events arrive one by one', async () => {
    const response = await fetch(at('events?n=5'));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const pieces: string[] = [];
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) pieces.push(decoder.decode(chunk));
    expect(pieces.join('')).toBe([0, 1, 2, 3, 4].map((index) => `data: ${index}\n\n`).join(''));
    expect(pieces.length).toBeGreaterThan(2);
  });

  test.each([4_613_735, 4_718_592, 5_000_000, 6_500_000])('A request body of %i bytes is too large', async (size) => {
    const response = await fetch(at('hash'), { method: 'POST', body: Buffer.alloc(size, 'x') });
    expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([413, 'too_large']);
  });

  test('A response above 6 MB is a 502 that says so', async () => {
    const response = await fetch(at('sized/6291457'));
    expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([502, 'response_too_large']);
    expect(await response.text()).toContain('larger than 6 MB');
    expect((await (await fetch(at('sized/6291456'))).arrayBuffer()).byteLength).toBe(6_291_456);
  });

  test('A server sends headers with names of JavaScript, and none that would act on other tunnels', async () => {
    const { status, headers } = await fetch(at('origin'));
    expect([status, headers.get('constructor'), headers.get('__proto__')]).toEqual([200, 'a', 'b']);
    for (const name of ['clear-site-data', 'service-worker-allowed', 'x-aid-tunnel-error']) {
      expect(headers.get(name)).toBeNull();
    }
  });

  test('A response that its server breaks off is an error if its length is known, and otherwise ends early', async () => {
    const streamed = await fetch(at('broken'));
    expect([streamed.status, await streamed.text()]).toEqual([200, 'the beginning']);
    expect(await errorOf(at('broken/50000'))).toEqual([502, 'server_unreachable']);
  });

  test('The server behind the tunnel that does not listen is a 502', async () => {
    const { connectUrl, publicUrl } = await createTunnel();
    const client = new TunnelClient({ connectUrl, key: agent.key, target: { host: '127.0.0.1', port: 1 } });
    clients.push(client);
    const connected = once(client, 'connected');
    client.start();
    await connected;
    const response = await fetch(publicUrl);
    expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([502, 'server_unreachable']);
  });
});

async function createTunnel(): Promise<{ id: string; publicUrl: string; connectUrl: string }> {
  const made = await agent.api.ok('createTunnel', { body: { name: 'Test' } });
  return { id: made.id, publicUrl: made.public_url, connectUrl: made.connect_url };
}

const errorOf = async (url: string) => {
  const response = await fetch(url);
  return [response.status, response.headers.get('x-aid-tunnel-error')];
};

describe('the connection of a tunnel', () => {
  test('Without a client a request gets 502, and 404 at an address of no tunnel', async () => {
    const { publicUrl } = await createTunnel();
    expect(await errorOf(publicUrl)).toEqual([502, 'not_connected']);
    expect(await errorOf(publicUrl.replace(/[a-z0-9]{27}/, 'a'.repeat(27)))).toEqual([404, 'not_found']);
    expect(await errorOf(publicUrl.replace(/[a-z0-9]{27}/, 'nonsense'))).toEqual([404, 'not_found']);
  });

  test('A client that is killed in the middle is a 502 at once, and the tunnel serves again after it reconnects', async () => {
    const { connectUrl, publicUrl } = await createTunnel();
    const first = await rawClient(connectUrl);
    const pending = errorOf(new URL('slow/60000', publicUrl).href);
    await first.next('request');
    first.socket.terminate();
    expect(await pending).toEqual([502, 'disconnected']);
    expect(await errorOf(publicUrl)).toEqual([502, 'not_connected']);
    await connectClient(connectUrl);
    expect((await fetch(publicUrl)).status).toBe(200);
  });

  test('A second connection supersedes the first, which learns the reason', async () => {
    const { connectUrl, publicUrl } = await createTunnel();
    const first = await rawClient(connectUrl);
    await connectClient(connectUrl);
    expect(await first.next('closing')).toEqual({ type: 'closing', reason: 'superseded' });
    await first.closed;
    expect((await fetch(publicUrl)).status).toBe(200);
  });

  test('Only a valid key of the agent or of the organization may connect', async () => {
    const { connectUrl } = await createTunnel();
    const stranger = await makeOrganization();
    const other = await makeAgent(organization);
    const statusOf = async (key: string | undefined, url = connectUrl) => {
      const socket = new WebSocket(url, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } });
      socket.on('error', () => {});
      const [, response] = await once(socket, 'unexpected-response');
      socket.terminate();
      return response.statusCode;
    };
    expect(await statusOf(undefined)).toBe(401);
    expect(await statusOf(agent.key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')))).toBe(401);
    expect(await statusOf(stranger.key)).toBe(404);
    expect(await statusOf(other.key)).toBe(404);
    expect(await statusOf(agent.key, connectUrl.replace(/tun_.*/, 'tun_x'))).toBe(404);
    const owner = await rawClient(connectUrl, organization.key);
    owner.socket.close();
  });

  test('A browser connects with the key as a subprotocol', async () => {
    const { connectUrl } = await createTunnel();
    const socket = new WebSocket(connectUrl, ['aid.tunnel.v1', `bearer.${agent.key}`]);
    await once(socket, 'open');
    expect(socket.protocol).toBe('aid.tunnel.v1');
    socket.close();
  });

  test('A revoked key, a suspended agent and a deleted tunnel get no request from that moment', async () => {
    const [revoked, suspended] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
    const tunnelOf = async ({ api, key }: Agent) => {
      const made = await api.ok('createTunnel', { body: {} });
      return { id: made.id, publicUrl: made.public_url, raw: await rawClient(made.connect_url, key) };
    };
    const [one, two, three] = await Promise.all([revoked, suspended, agent].map(tunnelOf));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three tunnels');
    await organization.api.ok('revokeApiKey', { params: { id: revoked.keyId } });
    await organization.api.ok('suspendIdentity', { params: { id: suspended.id }, body: { reason: 'test' } });
    await agent.api.ok('deleteTunnel', { params: { id: three.id } });
    expect(await errorOf(one.publicUrl)).toEqual([502, 'not_connected']);
    expect(await errorOf(two.publicUrl)).toEqual([503, 'suspended']);
    expect(await errorOf(three.publicUrl)).toEqual([404, 'not_found']);
    for (const { raw } of [one, two, three]) expect(raw.received.filter(({ type }) => type === 'request')).toEqual([]);
    expect(await three.raw.next('closing')).toEqual({ type: 'closing', reason: 'deleted' });
    expect(await organization.api.ok('getTunnel', { params: { id: two.id } })).toMatchObject({ status: 'suspended' });
    expect(await agent.api.ok('getTunnel', { params: { id: three.id } })).toMatchObject({ status: 'deleted' });
  });
});

describe('a client that breaks the rules', () => {
  test.each([
    ['text that is no JSON', 'hello'],
    ['an unknown type', { type: 'surprise' }],
    ['an unknown field', { type: 'ping', extra: 1 }],
    ['a status that is no final one', { type: 'response', id: 'x', status: 101, headers: [] }],
    ['a body that is no base64', { type: 'response', id: 'x', status: 200, headers: [], body: '%%%%' }],
    ['a piece that is too long', { type: 'body', id: 'x', seq: 1, more: false, body: 'A'.repeat(100_000) }],
    ['contradicting fields', { type: 'response', id: 'x', status: 200, headers: [], stored: true, more: true }],
  ])('A message with %s closes the connection with the reason', async (_, message) => {
    const { connectUrl } = await createTunnel();
    const raw = await rawClient(connectUrl);
    raw.send(message);
    expect(await raw.next('closing')).toEqual({ type: 'closing', reason: 'invalid_message' });
    await raw.closed;
  });

  test('A client that sends more pings than a minute allows is closed', async () => {
    const { connectUrl } = await createTunnel();
    const raw = await rawClient(connectUrl);
    for (let sent = 0; sent < 130; sent++) raw.send({ type: 'ping' });
    await raw.closed;
    expect(raw.received.at(-1)).toEqual({ type: 'closing', reason: 'too_much' });
    expect(raw.received.filter(({ type }) => type === 'closing')).toHaveLength(1);
  });

  test('Messages about unknown requests of others are ignored, and reach no one', async () => {
    const [mine, theirs] = await Promise.all([createTunnel(), createTunnel()]);
    const [attacker, victim] = await Promise.all([rawClient(mine.connectUrl), rawClient(theirs.connectUrl)]);
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
    const { connectUrl, publicUrl } = await createTunnel();
    const raw = await rawClient(connectUrl);
    const pending = errorOf(publicUrl);
    const request = await raw.next('request');
    raw.send({ type: 'response', id: request.id, status: 200, headers });
    expect(await pending).toEqual([502, 'bad_response']);
  });

  test('Pieces that arrive in another order, or twice, make the same body', async () => {
    const { connectUrl, publicUrl } = await createTunnel();
    const raw = await rawClient(connectUrl);
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
    const { connectUrl, publicUrl } = await createTunnel();
    const raw = await rawClient(connectUrl);
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
    const { connectUrl, publicUrl } = await createTunnel();
    const raw = await rawClient(connectUrl);
    const pending = errorOf(publicUrl);
    raw.send({ type: 'upload', id: (await raw.next('request')).id, size: 6_291_457 });
    expect(await pending).toEqual([502, 'response_too_large']);
    raw.send({ type: 'ping' });
    await raw.next('pong');
  });

  test('A frame that is larger than API Gateway accepts closes the connection with 1009', async () => {
    const { connectUrl } = await createTunnel();
    const raw = await rawClient(connectUrl);
    raw.socket.send(JSON.stringify({ type: 'ping', padding: 'x'.repeat(40_000) }));
    expect((await raw.closed)[0]).toBe(1009);
  });

  test('The messages to a client fit in one frame', async () => {
    const { connectUrl, publicUrl } = await createTunnel();
    const raw = await rawClient(connectUrl);
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

  test('Requests that no client answers get 504, and the client learns that they are over', async () => {
    const answers = await Promise.all(unanswered);
    expect(answers).toEqual(answers.map(() => [504, 'no_response']));
    const idsOf = (type: string) => silent.received.filter((message) => message.type === type).map(({ id }) => id);
    await eventually(() => expect(idsOf('cancel').sort()).toEqual(idsOf('request').sort()));
    expect(idsOf('request')).toHaveLength(20);
  });
});
