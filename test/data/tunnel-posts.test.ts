import { randomBytes } from 'node:crypto';
import {
  ApiGatewayManagementApiClient,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { connectTunnel } from '#shared/data/direct-writes/tunnel-connection.ts';
import { findTarget } from '#shared/data/entities/tunnel/tunnel.ts';
import { hashApiKey } from '#shared/domain/organization/api-key.ts';
import { HOUR, MINUTE } from '#shared/domain/time/time.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { forwardRequest } from '#shared/services/tunnels/forward-request.ts';
import { receiveTunnelMessage } from '#shared/services/tunnels/receive-message.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

/** What a public request gets when API Gateway does not confirm, refuses or cannot deliver a message to the client. */

const engine = useEngine();
const posts = mockClient(ApiGatewayManagementApiClient);
const ring = new Keyring(randomBytes(32));
const keyring = () => Promise.resolve(ring);
const LIMITS = { tunnelRequestsPerMinute: 600, tunnelAddressRequestsPerMinute: 600, tunnelRequestsAtOnce: 20 };
/** More than fits in the first message. */
const TWO_MESSAGES = randomBytes(40_000);

const refused = new LimitExceededException({ message: 'the client does not read', $metadata: {} });
const gone = new GoneException({ message: 'gone', $metadata: {} });
const timedOut = Object.assign(new Error('no response in time'), { name: 'TimeoutError' });

beforeEach(() => {
  vi.stubEnv('TUNNEL_URL', 'https://tunnels.example');
  vi.stubEnv('SOCKET_URL', 'wss://sockets.example/test');
  posts.reset();
});

/** A tunnel with a client that connected some time ago. */
async function connectedTunnel(connectedAt = Date.now() - MINUTE) {
  const api = new InProcessApi(engine.table);
  const { id: organizationId, key } = await api.organization();
  const { id: tunnelId, public_url } = (await api.call('createTunnel', { key, body: {} })).body;
  const address = public_url.split('/').at(-2) ?? '';
  const connectionId = `connection-${tunnelId}`;
  const keyHash = hashApiKey(key);
  const connection = { kind: 'tunnel', connectionId, organizationId, tunnelId, address, keyHash } as const;
  const link = { clientAddress: '192.0.2.9', now: connectedAt };
  await connectTunnel(engine.table, { ...connection, until: connectedAt + HOUR }, link);

  const request = async (body: Uint8Array = new Uint8Array()) => {
    const place = { tunnelAddress: address, path: '/', prefix: '/t/x', publicPath: '/t/x/', host: 'tunnels.example' };
    const visitor = { method: 'POST', headers: [], body, address: '192.0.2.1', protocol: 'https' as const };
    const { status, headers } = await forwardRequest(
      { table: engine.table, limits: LIMITS, keyring },
      { ...place, ...visitor },
    );
    const named = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    return { status, error: named.get('x-aid-tunnel-error'), retryAfter: named.get('retry-after') };
  };
  /** The client gets a message, and responds to the request as soon as it has all of it. */
  const respond = async ({ Data }: { Data?: unknown }) => {
    const message = JSON.parse(Buffer.from(Data as Uint8Array).toString());
    if (message.more || message.type === 'cancel') return;
    const text = JSON.stringify({ type: 'response', id: message.id, status: 204, headers: [] });
    await receiveTunnelMessage({ table: engine.table, keyring }, { connectionId, tunnelId }, text);
  };
  const isConnected = async () =>
    (await findTarget(engine.table, address, { strong: true }))?.connectionId === connectionId;
  return { request, respond, isConnected };
}

/** The types of the messages that were posted. */
const posted = () =>
  posts
    .commandCalls(PostToConnectionCommand)
    .map(({ args }) => JSON.parse(Buffer.from(args[0].input.Data as Uint8Array).toString()).type);

test('A message without a confirmation may have arrived: it is not sent twice, and the response counts', async () => {
  const { request, respond, isConnected } = await connectedTunnel();
  posts.on(PostToConnectionCommand).callsFake(async (input) => {
    await respond(input);
    throw timedOut;
  });
  expect(await request(TWO_MESSAGES)).toMatchObject({ status: 204, error: undefined });
  expect(posted()).toEqual(['request', 'body']);
  expect(await isConnected()).toBe(true);
});

test('A message that is refused is sent again', async () => {
  const { request, respond } = await connectedTunnel();
  posts.on(PostToConnectionCommand).rejectsOnce(refused).rejectsOnce(refused).callsFake(respond);
  expect(await request()).toMatchObject({ status: 204, error: undefined });
  expect(posted()).toEqual(['request', 'request', 'request']);
});

test('A client that does not read its messages gets no request, and the public client learns when to repeat it', async () => {
  const { request, isConnected } = await connectedTunnel();
  posts.on(PostToConnectionCommand).rejects(refused);
  expect(await request()).toEqual({ status: 429, error: 'rate_limited', retryAfter: '1' });
  expect(await isConnected()).toBe(true);
});

test('A request of which the client reads the first message only is canceled', async () => {
  const { request } = await connectedTunnel();
  posts.on(PostToConnectionCommand).resolvesOnce({}).rejects(refused);
  expect(await request(TWO_MESSAGES)).toMatchObject({ status: 429, error: 'rate_limited' });
  expect([...new Set(posted())]).toEqual(['request', 'body', 'cancel']);
});

test('A client that is still connecting gets the request as soon as its handshake is over', async () => {
  const { request, respond, isConnected } = await connectedTunnel(Date.now());
  posts.on(PostToConnectionCommand).rejectsOnce(gone).rejectsOnce(gone).callsFake(respond);
  expect(await request()).toMatchObject({ status: 204, error: undefined });
  expect(await isConnected()).toBe(true);
});

test('A client that has gone without a notice counts as disconnected', async () => {
  const { request, isConnected } = await connectedTunnel();
  posts.on(PostToConnectionCommand).rejects(gone);
  expect(await request()).toMatchObject({ status: 502, error: 'not_connected' });
  expect(posted()).toEqual(['request']);
  expect(await isConnected()).toBe(false);
});

test('A client that goes before it has all of a request has disconnected', async () => {
  const { request, isConnected } = await connectedTunnel(Date.now());
  posts.on(PostToConnectionCommand).resolvesOnce({}).rejects(gone);
  expect(await request(TWO_MESSAGES)).toMatchObject({ status: 502, error: 'disconnected' });
  expect(posted()).toEqual(['request', 'body']);
  expect(await isConnected()).toBe(false);
});
