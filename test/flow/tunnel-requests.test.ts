import { beforeAll, expect, test } from 'vitest';
import { useTunnelClients } from '../support/tunnel-clients.ts';

const tunnels = useTunnelClients();

let site: Awaited<ReturnType<typeof tunnels.create>>;
const at = (path: string) => new URL(path, site.publicUrl).href;

beforeAll(async () => {
  site = await tunnels.create();
  await tunnels.connect(site.connectUrl);
});

test('The record says that its client is connected', async () => {
  const record = await tunnels.agent.api.ok('getTunnel', { params: { id: site.id } });
  expect(record).toMatchObject({ status: 'active', connected: true, last_connected_at: expect.any(String) });
  const { tunnels: listed } = await tunnels.organization.api.ok('listTunnels', { query: {} });
  expect(listed).toContainEqual(record);
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
    headers: { 'x-mine': 'kept', 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${tunnels.agent.key}` },
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
