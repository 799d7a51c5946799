import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { ofPage } from '../support/oauth/attack-world.ts';
import { discover, OAuthClient, REDIRECT_URI, register, type ServerMetadata } from '../support/oauth/oauth-client.ts';

/** Attacks by what clients say about themselves: in a document that the service fetches, and in a registration. */
let server: ServerMetadata;
let documents: Server;
let host: string;
/** The paths that the service has requested. */
let requested: string[] = [];

const document = (path: string, more: object = {}) =>
  JSON.stringify({
    client_id: `http://${host}${path}`,
    client_name: 'Attacker',
    redirect_uris: [REDIRECT_URI],
    ...more,
  });

const JSON_TYPE = { 'content-type': 'application/json' };

/** What the attacker's host responds at each path. */
const RESPONSES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/good': (response) => response.writeHead(200, JSON_TYPE).end(document('/good')),
  '/redirected': (response) => response.writeHead(302, { location: `http://${host}/good` }).end(),
  '/moved-inside': (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  '/of-another': (response) => response.writeHead(200, JSON_TYPE).end(document('/good')),
  '/of-a-known-client': (response) =>
    response.writeHead(200, JSON_TYPE).end(document('', { client_id: 'https://claude.ai/oauth/client.json' })),
  '/without-id': (response) => response.writeHead(200, JSON_TYPE).end(document('', { client_id: undefined })),
  '/large': (response) => response.writeHead(200, JSON_TYPE).end(document('/large', { more: 'x'.repeat(20_000) })),
  '/endless': (response) => {
    response.writeHead(200, JSON_TYPE);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', write);
    write();
  },
  '/slow': () => {},
  '/page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(document('/page')),
  '/broken': (response) => response.writeHead(200, JSON_TYPE).end('{"client_id":'),
  '/list': (response) => response.writeHead(200, JSON_TYPE).end('[]'),
  '/missing': (response) => response.writeHead(404, JSON_TYPE).end(document('/missing')),
  '/with-secret': (response) =>
    response.writeHead(200, JSON_TYPE).end(document('/with-secret', { client_secret: 'hunter2' })),
  '/with-method': (response) =>
    response.writeHead(200, JSON_TYPE).end(document('/with-method', { token_endpoint_auth_method: 'private_key_jwt' })),
  '/running': (response) =>
    response.writeHead(200, JSON_TYPE).end(document('/running', { redirect_uris: ['javascript:alert(1)'] })),
  '/elsewhere': (response) =>
    response.writeHead(200, JSON_TYPE).end(document('/elsewhere', { redirect_uris: ['https://app.example/callback'] })),
};

beforeAll(async () => {
  server = await discover();
  documents = createServer((request, response) => {
    requested.push(request.url ?? '');
    const respond = RESPONSES[request.url ?? ''] ?? ((other: ServerResponse) => other.writeHead(404).end());
    respond(response);
  });
  await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(documents.address() as AddressInfo).port}`;
});

afterAll(() => {
  documents.closeAllConnections();
  documents.close();
});

beforeEach(() => {
  requested = [];
});

/** Where a person gets with a request of this client. */
async function openAs(clientId: string, redirectUri = REDIRECT_URI) {
  const client = new OAuthClient(server, clientId, redirectUri);
  return client.browser().open(client.ask().url);
}

test('A client with a good document is shown, with its host', async () => {
  const page = await openAs(`http://${host}/good`);
  expect([ofPage(page), page.text.includes(host)]).toEqual(['a form, 200', true]);
});

test.each(Object.keys(RESPONSES).filter((path) => !['/good', '/running'].includes(path)))(
  'A document that is %s makes no client, and no redirect follows',
  async (path) => {
    const page = await openAs(`http://${host}${path}`);
    expect([ofPage(page), page.text.includes('hunter2')]).toEqual(['a page, 400', false]);
    expect(requested).toEqual([path]);
  },
);

test('A document does not make a redirect URI that a browser would run', async () => {
  expect(ofPage(await openAs(`http://${host}/running`, 'javascript:alert(1)'))).toBe('a page, 400');
});

test.each([
  'https://10.0.0.1/client.json',
  'https://192.168.1.1/client.json',
  'https://172.16.0.1/client.json',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00::1]/client.json',
  'https://[::ffff:10.0.0.1]/client.json',
  'https://0.0.0.0/client.json',
  'https://0x7f000001/client.json',
  'https://2130706433/client.json',
  'http://clients.example/client.json',
  'https://clients.example',
  'https://clients.example/',
  'https://ada@clients.example/client.json',
  'https://clients.example/client.json#me',
  'https://clients.example/a/../client.json',
  'https://CLIENTS.example/client.json',
  'https://clients.example./client.json',
  'file:///etc/passwd',
  'data:application/json,{}',
])('The id %s of a client is refused, and nothing tells what is there', async (clientId) => {
  const page = await openAs(clientId);
  expect([ofPage(page), requested]).toEqual(['a page, 400', []]);
});

test('The service fetches no document from itself', async () => {
  expect(ofPage(await openAs(`${sharedStack().baseUrl}/v1/openapi.json`))).toBe('a page, 400');
});

test('Pages for an address that refuses and for one that is silent are the same', async () => {
  const [refused, silent] = [await openAs('http://127.0.0.1:1/client.json'), await openAs(`http://${host}/slow`)];
  expect(refused.text).toBe(silent.text);
});

test('A registration fetches nothing that it names, and gives no secret', async () => {
  const at = (path: string) => `http://${host}/${path}`;
  const { status, body } = await register(server, {
    logo_uri: at('logo'),
    client_uri: at('client'),
    jwks_uri: at('jwks'),
    sector_identifier_uri: at('sector'),
    request_uris: [at('request')],
    initiate_login_uri: at('login'),
    software_statement: 'eyJhbGciOiJub25lIn0.e30.',
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: 'none',
    grant_types: ['authorization_code', 'client_credentials', 'password'],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  });
  expect(body).not.toHaveProperty('client_secret');
  const client = new OAuthClient(server, String(body.client_id));
  expect(ofPage(await client.browser().open(client.ask().url))).toBe('a form, 200');
  expect(requested).toEqual([]);
});

test.each([
  ['a large body', { client_name: 'x'.repeat(200_000) }, 413],
  ['a list of redirect URIs without end', { redirect_uris: Array.from({ length: 1000 }, () => REDIRECT_URI) }, 400],
  ['a redirect URI that is no text', { redirect_uris: [{ $ne: null }] }, 400],
  ['a name that is no text', { client_name: { toString: 'x' } }, 400],
  ['no code', { response_types: ['token'] }, 400],
])('A registration with %s is refused', async (_what, more, expected) => {
  const { status, body } = await register(server, more);
  expect([status, body.client_id, typeof body.error]).toEqual([expected, undefined, 'string']);
});
