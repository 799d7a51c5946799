import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '#shared/domain/stage/release.ts';
import { ApiClient } from '#testing/api-client.ts';
import { CheckedApi } from '#testing/checked-api.ts';
import { DOCUMENT, type Json } from '#testing/described-api.ts';
import { sharedStack } from '#testing/fixture.ts';

/** What browsers send for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let client: ApiClient;
let api: CheckedApi;
beforeAll(() => {
  client = new ApiClient(sharedStack().baseUrl);
  api = new CheckedApi(client);
});

describe.each([
  ['/', 'getRoot'],
  ['/v1', 'getApiRoot'],
] as const)('GET %s', (path, name) => {
  test.each([undefined, '*/*', 'application/json', 'image/png', 'text/html;q=0.5, application/json'])(
    `A program that accepts %s gets the links of ${path} as JSON`,
    async (accept) => {
      const { body, headers } = await api.call(name, { headers: { accept: accept ?? null } });
      const { baseUrl } = client;
      expect(body).toEqual({
        name: 'AID',
        version: VERSION,
        links: {
          openapi: `${baseUrl}/v1/openapi.json`,
          llms: `${baseUrl}/llms.txt`,
          docs: 'https://git.example/aid/aid',
          mcp: `${baseUrl}/v1/mcp`,
          health: `${baseUrl}/v1/health`,
        },
      });
      expect(headers.get('vary')).toBe('accept');
    },
  );
});

test('A browser gets a page with the same links, which loads and runs nothing', async () => {
  // At `/` the local profile has the console.
  const { text, headers, status } = await client.get('/v1', { headers: { accept: BROWSER } });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const { body } = await api.call('getApiRoot');
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
  expect(links.sort()).toEqual(Object.values(body.links).sort());
  const [, style = ''] = /<style>(.*)<\/style>/.exec(text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(text).not.toMatch(/<script|<img|<link|<form|<iframe|\son\w+=|\sstyle=/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['accept', 'no-store']);
});

test('Every link of the entry point within the service can be followed', async () => {
  const { links } = await api.ok('getRoot');
  const own = Object.values(links).filter((link) => link.startsWith(client.baseUrl));
  expect(own).toHaveLength(4);
  for (const link of own) {
    const { status } = await client.get(link.slice(client.baseUrl.length));
    expect(status, link).toBe(link.endsWith('/mcp') ? 401 : 200);
  }
});

test('The entry point, an unknown route and a missing key have links to the next steps, which can be followed', async () => {
  for (const path of ['/', '/v1', '/v1/nonsense', '/v1/me']) {
    const { headers } = await client.get(path);
    const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([\w-]+)"/g)];
    expect(links.map(([, , relation]) => relation)).toEqual(['service-desc', 'service-doc', 'index', 'service']);
    for (const [, url = ''] of links) {
      const method = url.endsWith('/mcp') ? 'POST' : 'GET';
      expect((await fetch(url, { method })).status, url).toBe(method === 'POST' ? 401 : 200);
    }
  }
});

test.each(['/', '/v1', '/v1/openapi.json', '/llms.txt', '/v1/health'])(
  'HEAD %s has the headers of GET and no body, and so has the path with a slash at its end',
  async (path) => {
    const given = await fetch(`${client.baseUrl}${path}`);
    for (const each of [path, ...(path === '/' ? [] : [`${path}/`])]) {
      const [head, get] = [
        await fetch(`${client.baseUrl}${each}`, { method: 'HEAD' }),
        await fetch(`${client.baseUrl}${each}`),
      ];
      expect([head.status, get.status, await head.text()], each).toEqual([200, 200, '']);
      expect(await get.text()).toBe(each === path ? await given.clone().text() : await given.text());
      for (const name of ['content-type', 'link', 'vary'])
        expect([head.headers.get(name), get.headers.get(name)], name).toEqual(Array(2).fill(given.headers.get(name)));
    }
  },
);

test('The guide is a text about this address', async () => {
  const { text, headers } = await api.call('getLlmsTxt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toContain(`${client.baseUrl}/v1/openapi.json?tag=Mail`);
});

describe('parts of the description', () => {
  const get = async (query: Record<string, string>): Promise<Json> => api.ok('getDescription', { query });

  test('The part of a tag is asked for in any case, and names the address of the service', async () => {
    const part = await get({ tag: 'A2A protocol' });
    expect(part.servers).toEqual([{ url: client.baseUrl, description: 'This service.' }]);
    expect(part.tags).toEqual([expect.objectContaining({ name: 'A2A protocol' })]);
    const { body } = await client.get('/v1/openapi.json?tag=a2a+PROTOCOL');
    expect(body).toEqual(part);
  });

  test('An unknown tag is refused, and the message names the tags', async () => {
    const names = DOCUMENT.tags.map(({ name }: { name: string }) => name).join(', ');
    const { error } = await api.refused('getDescription', 'validation.failed', { rawQuery: 'tag=Letters' });
    expect(error?.message).toBe(`tag: one of ${names}`);
  });

  test('The index has every operation, or those of a tag', async () => {
    const all = await get({ format: 'index' });
    expect(Object.keys(all.tags)).toHaveLength(DOCUMENT.tags.length - 1);
    const events = await get({ format: 'index', tag: 'Events' });
    expect(events.tags).toEqual({ Events: all.tags.Events });
    await api.refused('getDescription', 'validation.failed', { rawQuery: 'format=yaml' });
  });
});
