import { beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi, type InProcessReply } from '../support/in-process-api.ts';
import { networkAddress } from '../support/network-address.ts';

const LIMIT = 5;
const AT = 1_800_000_000_000;
const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  api = new InProcessApi(engine.table, { orgRequestsPerMinute: LIMIT });
  api.now = () => AT;
});

/** An organization that has the rest of its requests of this minute left. */
async function organizationWith(left: number): Promise<string> {
  const { key } = await api.organization();
  for (let used = LIMIT; used > left; used -= 1) await api.call('getMe', { key });
  return key;
}

const call = (id: number | string, name = 'whoami', args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};

const post = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  api.call('callMcp', { key, body, headers });

// biome-ignore lint/suspicious/noExplicitAny: tests read the members of messages
type Message = any;

/** The messages of a response: of its body, or of its events. */
async function messagesOf(reply: InProcessReply<'callMcp'>): Promise<Message[]> {
  if (reply.stream === undefined) return [reply.body].flat();
  let text = '';
  for await (const part of reply.stream) text += part;
  const data = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
  return data.filter((one) => one !== '').map((one) => JSON.parse(one));
}

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

test('A call above the rate limit is a tool error that says when to try again, whatever the revision', async () => {
  const key = await organizationWith(0);
  const params = { name: 'whoami', arguments: {}, _meta: MODERN };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'whoami' };
  const replies = [
    await post(key, call(7)),
    await post(key, { ...call('seven'), params }, headers),
    await post(key, call(8, 'no_such_tool')),
  ];
  for (const [index, reply] of replies.entries()) {
    expect([reply.status, reply.headers['retry-after'], reply.headers['ratelimit-remaining']]).toEqual([
      200,
      '60',
      '0',
    ]);
    const [{ id, result }] = await messagesOf(reply);
    expect(id).toBe([7, 'seven', 8][index]);
    expect(result).toMatchObject({ isError: true, _meta: { 'aid/request_id': reply.headers['x-request-id'] } });
    expect(result.content[0].text).toMatch(
      /^At most 5 requests per minute .* Retry after 60 seconds\. \(rate_limit\.exceeded, request /,
    );
    expect(result.structuredContent).toBeUndefined();
  }
});

test('What connects, and asks for the tools, is served above the limit as below it, because clients do so for each call', async () => {
  const key = await organizationWith(0);
  const { key: agent } = await api.agent((await api.organization()).key);
  for (let used = 0; used < LIMIT; used += 1) await api.call('getMe', { key: agent });
  const connecting = [initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }, list(1)];
  const responses = await Promise.all(connecting.map((body) => post(key, body)));
  expect(responses.map(({ status, headers }) => [status, headers['ratelimit-remaining']])).toEqual([
    [200, '0'],
    [202, '0'],
    [200, '0'],
  ]);
  const [opened, , listed] = (await Promise.all(responses.map(messagesOf))).map(([first]) => first);
  expect(opened.result).toMatchObject({ serverInfo: { name: 'aid' }, capabilities: { tools: {}, prompts: {} } });
  const toolsOf = ({ result }: Message) => result.tools.map(({ name }: { name: string }) => name);
  const [ofAgent] = await messagesOf(await post(agent, list(1)));
  expect(toolsOf(ofAgent)).toContain('send_task');
  expect(toolsOf(listed)).toEqual(toolsOf(ofAgent).filter((name: string) => !/^(?:send|reply_to)_task$/.test(name)));
  const large = { ...initialize, params: { ...initialize.params, _meta: { text: 'x'.repeat(20_000) } } };
  expect((await post(key, large)).status).toBe(429);
});

test('What calls no tool is refused above the limit with 429, in the form of all other routes', async () => {
  const key = await organizationWith(0);
  const notification = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'whoami' } };
  const prompts = { jsonrpc: '2.0', id: 1, method: 'prompts/list' };
  for (const body of [prompts, notification, [list(1), list(2)], 'text', null]) {
    const reply = await post(key, body);
    expect([reply.status, reply.headers['content-type'], reply.headers['retry-after']]).toEqual([
      429,
      'application/json',
      '60',
    ]);
    expect(reply.body).toEqual({
      error: {
        code: 'rate_limit.exceeded',
        message: expect.stringContaining('At most 5 requests per minute'),
        request_id: reply.headers['x-request-id'],
        retryable: true,
      },
    });
  }
});

test('What a client may keep of the tools and prompts has a time, in the revision that knows it', async () => {
  const { key } = await api.organization();
  for (const method of ['tools/list', 'prompts/list', 'server/discover']) {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    const [{ result }] = await messagesOf(
      await post(key, { jsonrpc: '2.0', id: 1, method, params: { _meta: MODERN } }, headers),
    );
    expect(result, method).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'private' });
  }
});

test('A batch takes as many requests as it has messages, or none', async () => {
  const key = await organizationWith(5);
  const first = await post(key, [list(1), list(2), list(3)]);
  expect([first.status, first.headers['ratelimit-remaining']]).toEqual([200, '2']);
  expect((await messagesOf(first)).map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  const refused = await post(key, [list(1), call(2), call(3)]);
  expect(refused.status).toBe(200);
  const messages = await messagesOf(refused);
  expect(messages.map(({ id, result, error }) => [id, result?.isError, error?.code]).sort()).toEqual([
    [1, undefined, -32000],
    [2, true, undefined],
    [3, true, undefined],
  ]);
  expect((await post(key, [list(1), list(2)])).headers['ratelimit-remaining']).toBe('0');
  api.now = () => AT + MINUTE;
  expect((await post(key, [])).headers['ratelimit-remaining']).toBe('4');
  api.now = () => AT;
});

test('A call with a body that is too large is a tool error that says how much may be sent', async () => {
  const { key } = await new InProcessApi(engine.table).organization();
  const large = call(1, 'send_email', { text: 'x'.repeat(5 * 1024 * 1024) });
  const unlimited = new InProcessApi(engine.table);
  const reply = await unlimited.call('callMcp', { key, body: large });
  const [{ id, result }] = await messagesOf(reply);
  expect([reply.status, id, result.isError]).toEqual([200, 1, true]);
  expect(result.content[0].text).toMatch(/at most 5 MB .* \(payload\.too_large, request /);
  const other = await unlimited.call('callMcp', { key, body: { ...large, method: 'tools/list' } });
  expect([other.status, other.body.error.code]).toEqual([413, 'payload.too_large']);
  const members = await unlimited.call('callMcp', { key, body: call(1, 'x', { list: new Array(50_001).fill(1) }) });
  expect([members.status, members.body.error.code]).toEqual([413, 'payload.too_large']);
});

test('A request without a key, or with a body of another type, is refused in the form of all other routes', async () => {
  const { key } = await api.organization();
  const own = (code: string) => ({ error: { code, message: expect.any(String), request_id: expect.any(String) } });
  const noKey = await api.call('callMcp', { body: call(1) });
  expect(noKey.status).toBe(401);
  expect(noKey.body).toMatchObject(own('auth.unauthorized'));
  const type = await post(key, call(1), { 'content-type': 'text/plain' });
  expect([type.status, type.headers['content-type']]).toEqual([415, 'application/json']);
  expect(type.body).toMatchObject(own('payload.unsupported_type'));
});

test('Strangers beyond the limit of failed keys get 429, and their bodies are not read', async () => {
  const strict = new InProcessApi(engine.table, { failedAuthenticationsPerMinute: 1 });
  strict.now = () => AT;
  const stranger = { key: 'aid_org_unknown', address: networkAddress(), body: call(1) };
  expect((await strict.call('callMcp', stranger)).status).toBe(401);
  const refused = await strict.call('callMcp', { ...stranger, key: 'aid_org_unknown2' });
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit.exceeded']);
});
