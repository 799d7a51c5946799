import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { aidOf } from '../support/sdk.ts';

let worker: Agent;

beforeAll(async () => {
  worker = await makeAgent(await makeOrganization());
});

test('serve passes on what a server compresses although it was asked not to', async () => {
  const text = 'compressed '.repeat(1000);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'x-kept': 'yes' }).end(gzipSync(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { url, close } = await aidOf(worker).tunnels.serve({ port: (server.address() as AddressInfo).port });
  onTestFinished(close);
  const response = await fetch(url);
  expect([response.headers.get('content-encoding'), response.headers.get('x-kept')]).toEqual([null, 'yes']);
  expect(await response.text()).toBe(text);
});

test('serve gives a function and a server a public address', async () => {
  const server = createServer((request, response) => {
    response.writeHead(201, { 'x-path': request.url, 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] });
    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const aid = aidOf(worker);
  const large = Buffer.alloc(300_000, 'large');
  const handled = await aid.tunnels.serve({
    handler: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/large') return new Response(large, { headers: { 'content-length': String(large.length) } });
      if (pathname === '/pieces') return new Response(large);
      if (pathname === '/fails') throw new Error('out of order');
      return Response.json({ method: request.method, path: pathname, body: await request.text() });
    },
  });
  const served = await aid.tunnels.serve({ port: (server.address() as AddressInfo).port, name: 'pipe' });
  const at = (path: string) => `${handled.url.replace(/\/$/, '')}${path}`;
  expect(await (await fetch(at('/hello'), { method: 'POST', body: 'x' })).json()).toEqual({
    method: 'POST',
    path: '/hello',
    body: 'x',
  });
  for (const path of ['/large', '/pieces']) {
    expect(Buffer.from(await (await fetch(at(path))).arrayBuffer()).equals(large)).toBe(true);
  }
  expect((await fetch(at('/fails'))).status).toBe(502);
  const piped = await fetch(`${served.url.replace(/\/$/, '')}/a?b=c`, { method: 'PUT', body: large });
  expect([piped.status, piped.headers.get('x-path')]).toEqual([201, '/a?b=c']);
  expect(Buffer.from(await piped.arrayBuffer()).equals(large)).toBe(true);
  await Promise.all([handled.close(), served.close()]);
  // On a busy machine, `close` does not wait until the service has deleted the tunnel.
  await expect.poll(async () => (await fetch(at('/hello'))).status).toBe(404);
  await expect(aid.tunnels.serve({ tunnelId: handled.tunnel.id, port: 1 })).rejects.toMatchObject({
    code: 'tunnel.deleted',
  });
});
