import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrganization, type Organization } from '#testing/fixture.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { connectRawClient } from '../support/raw-tunnel-client.ts';
import { SHARED_SETTINGS } from '../support/shared-settings.ts';

/** Its standard error is the log of its functions, from errors on: a failed invocation is a line there. */
let stack: Stack;
let organization: Organization;

beforeAll(async () => {
  stack = await startStack(SHARED_SETTINGS);
  organization = await makeOrganization(stack.baseUrl);
});

afterAll(async () => {
  await stack?.stop();
});

/** A public request with the head of its response, of which the rest is to come. */
async function begin(headers: [string, string][]) {
  const { connect_url, public_url } = await organization.api.ok('createTunnel', { body: {} });
  const client = await connectRawClient(connect_url, organization.key);
  const pending = fetch(public_url);
  const { id } = await client.next('request');
  const body = Buffer.from('data: 1\n\n').toString('base64');
  client.send({ type: 'response', id, status: 200, headers, body, more: true });
  return { client, pending, id, publicUrl: public_url };
}

test('A response ends early where its client leaves, and is an error response where its length is known', async () => {
  for (const type of ['text/event-stream', 'text/plain']) {
    const { client, pending } = await begin([['content-type', type]]);
    const response = await pending;
    client.socket.terminate();
    expect([response.status, await response.text()]).toEqual([200, 'data: 1\n\n']);
  }
  const { client, pending } = await begin([['content-length', '1000']]);
  client.socket.terminate();
  const response = await pending;
  expect([response.status, response.headers.get('x-aid-tunnel-error')]).toEqual([502, 'disconnected']);
});

test('A response ends early where its client breaks it off, and is an error response where its length is known', async () => {
  const streamed = await begin([]);
  const response = await streamed.pending;
  streamed.client.send({ type: 'error', id: streamed.id, seq: 1, message: 'the server has crashed' });
  expect([response.status, await response.text()]).toEqual([200, 'data: 1\n\n']);
  const whole = await begin([['Content-Length', '1000']]);
  whole.client.send({ type: 'error', id: whole.id, seq: 1, message: 'the server has crashed' });
  const { status, headers } = await whole.pending;
  expect([status, headers.get('x-aid-tunnel-error')]).toEqual([502, 'server_unreachable']);
});

test('A tunnel serves the next request after a public client has left in the middle of a response', async () => {
  const { client, publicUrl } = await begin([]);
  const request = httpRequest(publicUrl).end();
  const ids = () => client.received.filter(({ type }) => type === 'request').map(({ id }) => id);
  await expect.poll(ids).toHaveLength(2);
  const [, id] = ids();
  client.send({ type: 'response', id, status: 200, headers: [], body: 'QQ==', more: true });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.destroy();
  const body = Buffer.alloc(50_000).toString('base64');
  for (let seq = 1; seq <= 20; seq++) client.send({ type: 'body', id, seq, body, more: seq < 20 });
  // The function reads the messages in the order in which the client sends them, so it is done with the request.
  const next = fetch(publicUrl);
  await expect.poll(ids).toHaveLength(3);
  client.send({ type: 'response', id: ids()[2], status: 204, headers: [] });
  expect((await next).status).toBe(204);
  client.socket.terminate();
});

test('No client that leaves in the middle of a response causes an error of a function', async () => {
  await stack.stop();
  expect(stack.errors()).toBe('');
});
