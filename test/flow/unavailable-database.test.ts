import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { GROUPS, type RouteGroup } from '#shared/contract/groups.ts';
import { protocolErrorSchema } from '#shared/contract/schemas/a2a-protocol-replies.ts';
import { rpcReplySchema } from '#shared/contract/schemas/json-rpc.ts';
import { ApiClient, type Reply } from '#testing/api-client.ts';
import { checkError } from '#testing/check-reply.ts';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { OPERATIONS, type OperationName, pathOf, routeOf } from '#testing/operations.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';
import { type StoppableEngine, startStoppableEngine } from '../support/stoppable-engine.ts';

/** What responds without the database, and what says whether the database responds. */
const NEED_NO_DATABASE: readonly OperationName[] = [
  'getRoot',
  'getApiRoot',
  'getLlmsTxt',
  'getHealth',
  'getDescription',
];
const NEED_DATABASE = (Object.keys(OPERATIONS) as OperationName[]).filter(
  (name) => !NEED_NO_DATABASE.includes(name) && name !== 'getReady',
);
const GROUP_NAMES = (Object.keys(GROUPS) as RouteGroup[]).filter((group) => group !== 'system');

let engine: StoppableEngine;
let stack: Stack;
let organization: Organization;
let agent: Agent;

beforeAll(async () => {
  engine = await startStoppableEngine();
  stack = await startStack({ AID_EPHEMERAL: '1', AID_DYNAMODB_ENDPOINT: engine.endpoint });
  organization = await makeOrganization(stack.baseUrl);
  agent = await makeAgent(organization);
  // Every function is loaded, so that what follows measures none of that.
  await Promise.all(Object.values(firstOfFunction()).map(send));
});
afterAll(async () => {
  engine?.resume();
  await stack?.kill();
  await engine?.remove();
});

/** One operation of each function. */
function firstOfFunction(): Readonly<Record<string, OperationName>> {
  const names = Object.keys(OPERATIONS) as OperationName[];
  return Object.fromEntries(names.map((name) => [`${routeOf(name).group} ${routeOf(name).longLived}`, name]));
}

/** Sends an operation with a key that may call it, and what its path needs. */
function send(name: OperationName): Promise<Reply<unknown>> {
  const { path, method, auth } = routeOf(name);
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => [part, agent.id]));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const client = new ApiClient(stack.baseUrl, auth === 'org' ? organization.key : agent.key);
  return client.call(method, pathOf(routeOf(name), params), hasBody ? {} : undefined, {
    headers: { 'a2a-version': '1.0' },
  });
}

/** The specified body, from the function itself: API Gateway responds only if the function has missed its deadline. */
function checkFailure(name: OperationName, reply: Reply<unknown>): void {
  expect([name, reply.status, reply.headers.get('x-amzn-errortype')]).toEqual([name, 500, null]);
  const { protocol } = routeOf(name);
  if (protocol === 'http+json') protocolErrorSchema.parse(reply.body);
  else if (protocol === 'json-rpc') expect(rpcReplySchema.parse(reply.body).error).toBeDefined();
  // The MCP server too: what cannot be authenticated does not reach a tool.
  else expect(checkError(reply)).toMatchObject({ code: 'internal.error', retryable: true });
}

function checkUnavailable(reply: Reply<unknown>): void {
  expect(reply.status, reply.text).toBe(503);
  const { error, ...others } = reply.body as Record<string, unknown>;
  expect(others).toEqual({ status: 'unavailable' });
  expect(Object.keys(error as object)).toEqual(['code', 'message', 'request_id', 'retryable']);
  expect(error).toMatchObject({ code: 'service.unavailable', retryable: true });
  expect(reply.headers.get('x-request-id')).toBe((error as { request_id: string }).request_id);
}

/** The status with which a handshake is refused. */
async function refusedHandshake(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(url, { headers });
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  return response.statusCode;
}

describe('a database that accepts connections and does not respond', () => {
  const replies = new Map<OperationName, Promise<Reply<unknown>>>();
  let first: Promise<OperationName>;
  let wait: Promise<Reply<unknown>>;
  let stream: Promise<string>;
  let handshakes: Promise<(number | undefined)[]>;
  let throughTunnel: Promise<Reply<unknown>>;

  beforeAll(async () => {
    const tunnel = await agent.api.ok('createTunnel', { body: {} });
    const { connect_url } = await agent.api.ok('createStream', { body: {} });
    stream = (await beginStream()).text();
    const query = { type: 'mail.received', timeout_ms: 55_000 };
    wait = agent.api.client.get('/v1/events/wait', { query });
    // Then the wait, which was sent before, is in the function as well.
    await agent.api.ok('waitForEvent', { query: { ...query, timeout_ms: 0 } });
    await engine.hang();

    for (const name of ['getReady', ...NEED_NO_DATABASE, ...NEED_DATABASE] as const) replies.set(name, send(name));
    const needing = (['getReady', ...NEED_DATABASE] as const).map((name) => replies.get(name)?.then(() => name));
    first = Promise.race(needing) as Promise<OperationName>;
    handshakes = Promise.all([
      refusedHandshake(connect_url, {}),
      refusedHandshake(tunnel.connect_url, { authorization: `Bearer ${agent.key}` }),
    ]);
    throughTunnel = new ApiClient(tunnel.public_url).get('/');
    await Promise.allSettled([...replies.values(), first, handshakes, throughTunnel, wait, stream]);
  });

  async function beginStream(): Promise<Response> {
    const caller = await makeAgent(organization);
    return fetch(stack.baseUrl + pathOf(routeOf('streamA2aMessage'), { id: agent.id }), {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'go' }] } }),
    });
  }

  test('GET /v1/ready is the first to give up, with 503 and the status unavailable', async () => {
    checkUnavailable((await replies.get('getReady')) as Reply<unknown>);
    expect(await first).toBe('getReady');
  });

  test('What needs no database responds as ever', async () => {
    for (const name of NEED_NO_DATABASE) expect((await replies.get(name))?.status, name).toBe(200);
  });

  test.each(GROUP_NAMES)('Each operation of %s responds within its deadline, in the specified form', async (group) => {
    const names = NEED_DATABASE.filter((name) => routeOf(name).group === group);
    expect(names).not.toEqual([]);
    for (const name of names) checkFailure(name, (await replies.get(name)) as Reply<unknown>);
  });

  test('A wait and a stream that have begun end with an error in their form', async () => {
    checkFailure('waitForEvent', await wait);
    expect(await stream).toMatch(/\n\nevent: error\ndata: .*"INTERNAL".*\n\n$/);
  });

  test('Handshakes of event streams and tunnels are refused with 500', async () => {
    expect(await handshakes).toEqual([500, 500]);
  });

  test('A public request to a tunnel gets the error of the tunnel', async () => {
    const { status, headers } = await throughTunnel;
    expect([status, headers.get('x-aid-tunnel-error'), headers.get('x-amzn-errortype')]).toEqual([
      500,
      'internal',
      null,
    ]);
  });

  test('Everything works again once the database responds', async () => {
    engine.resume();
    await eventually(async () => expect((await send('getReady')).status).toBe(200));
    expect((await agent.api.call('getMe')).status).toBe(200);
  });
});

describe('a database that refuses connections', () => {
  beforeAll(async () => {
    engine.resume();
    await engine.kill();
  });

  test('GET /v1/ready responds 503 with the status unavailable, and GET /v1/health 200', async () => {
    checkUnavailable(await send('getReady'));
    expect((await send('getHealth')).status).toBe(200);
  });

  test('Other operations respond with the specified error', async () => {
    const replies = NEED_DATABASE.map(async (name) => checkFailure(name, await send(name)));
    await Promise.all(replies);
  });
});
