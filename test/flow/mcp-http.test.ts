import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';

let agent: Agent;

beforeAll(async () => {
  agent = await makeAgent(await makeOrganization());
});

describe('requests beyond the protocol', () => {
  const url = () => `${sharedStack().baseUrl}/v1/mcp`;
  const authorized = () => ({ authorization: `Bearer ${agent.key}` });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (headers: Record<string, string>, body: unknown = list, query = '') =>
    fetch(`${url()}${query}`, {
      method: 'POST',
      headers: { ...authorized(), 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test.each(['GET', 'DELETE'])('%s is 405, because there is no stream and no session', async (method) => {
    const response = await fetch(url(), { method, headers: authorized() });
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } });
  });

  test.each(['POST', 'GET', 'DELETE'])('%s without a key is 401 and says how to get a token', async (method) => {
    const response = await fetch(url(), { method, ...(method === 'POST' && { body: JSON.stringify(list) }) });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'auth.unauthorized' } });
    const challenge = response.headers.get('www-authenticate') ?? '';
    const [, metadataUrl = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    const metadata = await fetch(metadataUrl);
    expect([metadata.status, await metadata.json()]).toEqual([200, expect.objectContaining({ resource: url() })]);
  });

  test('What a function says in WWW-Authenticate arrives under another name, as on AWS', async () => {
    const { status, headers } = await post({ authorization: 'Bearer aid_agent_nonsense' });
    expect([status, headers.get('www-authenticate')]).toEqual([401, null]);
    expect(headers.get('x-amzn-remapped-www-authenticate')).toContain('error="invalid_token"');
  });

  test('A web page of this service may call, and one of another origin may not', async () => {
    expect((await post({ origin: new URL(url()).origin })).status).toBe(200);
    const refused = await post({ origin: 'https://evil.example' });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: 'auth.forbidden' } });
  });

  test.each(['{', '', '[]', '"x"', '{"jsonrpc":"1.0"}', '[1,2]', 'null'])(
    'A body that is no message, %j, is an error of JSON-RPC',
    async (body) => {
      const response = await post({}, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
    },
  );

  test.each([
    ['?toolsets=vaults', /^toolsets: of default, vault, identity/],
    ['?toolset=vault', /^toolset: not a known field \(did you mean toolsets\?/],
    ['?toolsets=vault&cursor=1', /^cursor: not a known field \(known: toolsets\)/],
    ['?toolsets=default&toolsets=vault', /^toolsets: given more than once/],
    ['?toolsets=', /^toolsets: a value/],
  ])('The query %s is refused, and the message names what is wrong and what is known', async (query, message) => {
    const response = await post({}, list, query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'validation.failed', message: expect.stringMatching(message) },
    });
  });
});
