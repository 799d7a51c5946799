import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalStack } from '#local/local-stack.ts';
import { startFixture } from './support/fixture.ts';
import { SITE_STACK } from './support/site-stack.ts';

let stack: LocalStack;
let site: string;

beforeAll(async () => {
  stack = await startFixture(SITE_STACK);
  site = stack.consoleUrl ?? '';
});

afterAll(() => stack?.stop());

test('Every request reaches the one function as an event of payload version 2.0', async () => {
  const response = await fetch(`${site}/a/%20b?x=1&x=2`, {
    method: 'PUT',
    headers: { 'X-One': 'two' },
    body: 'left out',
  });
  const { event, api } = (await response.json()) as { event: object; api: string };
  expect(event).toMatchObject({
    version: '2.0',
    routeKey: '$default',
    rawPath: '/a/%20b',
    rawQueryString: 'x=1&x=2',
    headers: { 'x-one': 'two' },
    requestContext: { http: { method: 'PUT', path: '/a/%20b', sourceIp: '127.0.0.1' }, stage: '$default' },
    isBase64Encoded: false,
  });
  expect(api).toBe(site);
});

test('The response of the function is sent as it is, and its failure is an error of API Gateway', async () => {
  const response = await fetch(`${site}/bytes`);
  expect([response.status, response.headers.get('content-type'), response.headers.get('etag')]).toEqual([
    201,
    'x/y',
    '"one"',
  ]);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([0, 255]));
  for (const path of ['/throw', '/malformed']) {
    const failed = await fetch(site + path);
    expect([failed.status, await failed.json()], path).toEqual([500, { message: 'Internal Server Error' }]);
  }
});

/** The status of a request with exactly these headers. */
function statusOf(url: string, method: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: { ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject).end();
  });
}

const page = (origin: string) => ({ origin, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' });

test('A page of this origin may call what the definition lets it call, and no other page may', async () => {
  const asked = await fetch(`${stack.url}/v1/things`, { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, site]);
  const OTHER = 'http://127.0.0.1:1';
  for (const [path, method, origin, status] of [
    ['/v1/things', 'POST', site, 200],
    ['/v1/things', 'OPTIONS', site, 204],
    ['/v1/things', 'POST', OTHER, 403],
    ['/v1/things', 'OPTIONS', OTHER, 403],
    ['/v1/things', 'POST', 'null', 403],
    ['/v1/things/x', 'GET', site, 403],
    // A function that has the question of a browser decides itself.
    ['/v1/open', 'GET', OTHER, 200],
    ['/_local/outbox', 'GET', site, 403],
  ] as const) {
    expect(await statusOf(stack.url + path, method, page(origin)), `${method} ${path} ${origin}`).toBe(status);
  }
});

test('The site is for this machine alone, as every port is', async () => {
  const { port } = new URL(site);
  expect(await statusOf(site, 'GET', { host: `evil.example:${port}` })).toBe(403);
  expect(await statusOf(site, 'GET', page('https://evil.example'))).toBe(403);
  expect(await statusOf(site, 'GET', { host: `localhost:${port}` })).toBe(200);
});
