import type dns from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadClient } from '#functions/http/oauth/load-client.ts';
import { clientIdProblem } from '#shared/domain/oauth/oauth-client.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';

vi.mock('node:dns', async (original) => {
  const real = await original<typeof dns>();
  const lookup = (_host: string, _options: unknown, callback: (error: null, found: dns.LookupAddress[]) => void) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  return { ...real, default: { ...real, lookup }, lookup };
});

let respond: RequestListener = () => {};
let server: Server;
let base = '';
let connections = 0;

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

function clientOf(id: string, { allowLoopback = true, ownUrls = ['https://aid.example'] } = {}) {
  return loadClient({ settings: { allowLoopbackReceivers: allowLoopback }, ownUrls } as unknown as RequestContext, id);
}

const sendJson =
  (body: unknown, type = 'application/json', status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const documentOf = (id: string, over: object = {}) => ({
  client_id: id,
  client_name: 'Example',
  redirect_uris: ['https://client.example/cb'],
  ...over,
});

test('A client is what its metadata document says', async () => {
  const id = `${base}/client.json`;
  respond = sendJson(documentOf(id, { logo_uri: 'https://client.example/logo', token_endpoint_auth_method: 'none' }));
  expect(await clientOf(id)).toEqual({ id, name: 'Example', redirectUris: ['https://client.example/cb'] });
});

test.each([
  ['another client_id', (id: string) => sendJson(documentOf(`${id}/`))],
  ['a secret', (id: string) => sendJson(documentOf(id, { client_secret: 'x' }))],
  ['a method with a key', (id: string) => sendJson(documentOf(id, { token_endpoint_auth_method: 'private_key_jwt' }))],
  ['no redirect URIs', (id: string) => sendJson(documentOf(id, { redirect_uris: [] }))],
  ['another grant', (id: string) => sendJson(documentOf(id, { grant_types: ['client_credentials'] }))],
  ['a list', () => sendJson([])],
  ['no JSON', () => sendJson('<html>', 'application/json')],
  ['HTML', (id: string) => sendJson(documentOf(id), 'text/html')],
  ['an error', (id: string) => sendJson(documentOf(id), 'application/json', 404)],
  ['too much', (id: string) => sendJson(documentOf(id, { note: 'x'.repeat(17 * 1024) }))],
  [
    'a redirect to another document',
    (): RequestListener => (_, response) => response.writeHead(302, { location: `${base}/other.json` }).end(),
  ],
  ['a connection that breaks', (): RequestListener => (request) => request.socket.destroy()],
])('A document with %s is no client', async (_, listener) => {
  const id = `${base}/client.json`;
  respond = listener(id);
  await expect(clientOf(id)).rejects.toMatchObject({ name: 'OAuthError' });
});

test.each([
  'https://127.0.0.1/client.json',
  'https://10.0.0.1/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/client.json',
  'https://[fd00::1]/client.json',
  'https://localhost/client.json',
  'https://0x7f000001/client.json',
  'http://client.example/client.json',
])('Outside of one machine, %s is no client, and nothing is requested', async (id) => {
  await expect(clientOf(id, { allowLoopback: false })).rejects.toMatchObject({ name: 'OAuthError' });
});

test('A name that leads to a private address is not connected to', async () => {
  const before = connections;
  const { port } = server.address() as AddressInfo;
  // The resolver of this test returns loopback for every name.
  await expect(clientOf(`https://client.example:${port}/client.json`, { allowLoopback: false })).rejects.toThrow(
    'could not be read',
  );
  expect(connections).toBe(before);
  await expect(clientOf(`https://client.example:${port}/client.json`)).rejects.toThrow('could not be read');
  expect(connections).toBe(before + 1);
});

test('An address of this service is no client', async () => {
  await expect(clientOf(`${base}/v1/openapi.json`, { ownUrls: [base] })).rejects.toThrow('outside of this service');
});

test.each([
  'https://client.example',
  'https://client.example/',
  'https://CLIENT.example/x',
  'https://client.example/a/../b',
  'https://client.example/a#b',
  'https://user@client.example/a',
  'https://client.example:443/a',
  'https://client.example./a',
  'https://clïent.example/a',
])('%s is not the id of a client', (id) => {
  expect(clientIdProblem(id, { allowLoopback: false })).toBeDefined();
});

test('A URL with a path, and perhaps a port or a query, is the id of a client', () => {
  for (const id of ['https://client.example/client.json', 'https://client.example:8443/a?b=c'])
    expect(clientIdProblem(id, { allowLoopback: false })).toBeUndefined();
});
