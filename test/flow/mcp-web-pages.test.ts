import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { ALLOWED_ORIGIN } from '../support/shared-settings.ts';

const FOREIGN_ORIGIN = 'https://elsewhere.example.com';
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

let agent: Agent;
let url: string;

beforeAll(async () => {
  agent = await makeAgent(await makeOrganization());
  url = `${sharedStack().baseUrl}/v1/mcp`;
});

const send = (method: string, headers: Readonly<Record<string, string>>) =>
  fetch(url, { method, headers, ...(method === 'POST' && { body: LIST }) });

const asAgent = () => ({ authorization: `Bearer ${agent.key}`, 'content-type': 'application/json' });

/** What a browser asks before a page may send a call with a key. */
const preflight = (origin: string) =>
  send('OPTIONS', {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
  });

describe('A web page of an origin in AID_MCP_ORIGINS', () => {
  test('may ask without a key whether it may call, and sends any header', async () => {
    const response = await preflight(ALLOWED_ORIGIN);
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': ALLOWED_ORIGIN,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization,content-type,mcp-protocol-version',
      'access-control-max-age': '7200',
      vary: 'origin',
    });
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('reads the response and the id of its request', async () => {
    const response = await send('POST', { ...asAgent(), origin: ALLOWED_ORIGIN });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
    expect(response.headers.get('access-control-expose-headers')).toContain('x-request-id');
    expect(await response.text()).toContain('list_messages');
  });

  test.each([
    [
      '401 of a wrong key',
      'POST',
      { authorization: 'Bearer aid_agent_nonsense', 'content-type': 'application/json' },
      401,
    ],
    ['405 of a GET', 'GET', undefined, 405],
  ])('reads the error: %s', async (_name, method, headers, status) => {
    const response = await send(method, { ...(headers ?? asAgent()), origin: ALLOWED_ORIGIN });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
  });
});

test('A web page of an allowed origin reads where to get a token, and the metadata there', async () => {
  const refused = await fetch(url, { method: 'POST', body: LIST, headers: { origin: ALLOWED_ORIGIN } });
  expect(refused.headers.get('access-control-expose-headers')).toContain('www-authenticate');
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
  const asked = { origin: ALLOWED_ORIGIN, 'access-control-request-method': 'GET' };
  const preflight = await fetch(address, { method: 'OPTIONS', headers: asked });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
  const metadata = await fetch(address, { headers: { origin: ALLOWED_ORIGIN } });
  expect(metadata.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
  expect(metadata.headers.get('vary')).toContain('origin');
});

test.each([
  ['Its question', () => preflight(FOREIGN_ORIGIN)],
  ['Its call', () => send('POST', { ...asAgent(), origin: FOREIGN_ORIGIN })],
  ['The call of a page without an origin', () => send('POST', { ...asAgent(), origin: 'null' })],
])('A web page of another origin is refused, and cannot read why. %s', async (_name, ask) => {
  const response = await ask();
  expect(response.status).toBe(403);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(await response.json()).toMatchObject({ error: { code: 'auth.forbidden' } });
});

test('A program without an origin gets no headers for web pages, and caches keep its response apart', async () => {
  const { headers } = await send('POST', asAgent());
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('vary')).toContain('origin');
});
