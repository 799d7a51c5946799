import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
type Agent = { id: string; key: string; handle: string };
let org: { id: string; key: string } = { id: '', key: '' };

beforeEach(async () => {
  api = new InProcessApi(engine.table, { unverifiedAgents: 1000 });
  org = await api.organization();
});

const put = (agent: Agent, body: object, key = org.key) =>
  api.call('putA2aSettings', { key, params: { id: agent.id }, body });
const publish = (agent: Agent, more: object = {}, key = org.key) =>
  put(agent, { publicly_discoverable: true, ...more }, key);
const suspend = (agent: Agent) => api.call('suspendIdentity', { key: org.key, params: { id: agent.id } });
const reinstate = (agent: Agent) => api.call('reinstateIdentity', { key: org.key, params: { id: agent.id } });
type CardOperation = 'getAgentCard' | 'getWellKnownCard' | 'getRpcWellKnownCard';
const card = (id: string, headers: Record<string, string> = {}, name: CardOperation = 'getAgentCard') =>
  api.call(name, { params: { id }, headers });

interface Listed {
  handle: string;
  created_at: string;
}
const directory = async (query: Record<string, string> = {}, key = org.key): Promise<Listed[]> =>
  (await api.call('listDirectory', { key, query })).body.agents;

describe('the directory', () => {
  test('The directory shows discoverable agents of all organizations to any key, and only to callers with a key', async () => {
    const other = await api.organization();
    const [ours, hidden] = [await api.agent(org.key), await api.agent(org.key)];
    const theirs = await api.agent(other.key);
    const mark = `mark${ours.handle.slice(6)}`;
    const skill = { id: 's', name: 'S', description: `Does ${mark}.`, tags: ['Billing', mark] };
    await publish(ours, { skills: [skill], description: 'Ours' });
    await publish(theirs, { description: `Theirs: ${mark.toUpperCase()}` }, other.key);
    await put(hidden, { description: mark });
    for (const key of [org.key, other.key, ours.key, hidden.key]) {
      expect((await directory({ q: mark }, key)).map(({ handle }) => handle)).toEqual([theirs.handle, ours.handle]);
    }
    expect(await directory({ q: mark, tag: 'billing' })).toEqual([
      {
        handle: ours.handle,
        display_name: ours.handle,
        description: 'Ours',
        skills: [{ ...skill, examples: [] }],
        card_url: `https://api.test/v1/identities/${ours.id}/a2a/agent-card.json`,
        created_at: expect.any(String),
      },
    ]);
    expect(await directory({ tag: mark })).toHaveLength(1);
    expect(await directory({ tag: `${mark}x` })).toEqual([]);
    expect(await directory({ q: ours.handle })).toHaveLength(1);

    // An updated agent is shown in its place; one that is no longer discoverable is gone.
    await put(ours, { description: 'Changed', skills: [] });
    expect(await directory({ q: ours.handle })).toMatchObject([{ description: 'Changed', skills: [] }]);
    await put(ours, { publicly_discoverable: false });
    expect(await directory({ q: ours.handle })).toEqual([]);
    await publish(ours);
    expect(await directory({ q: ours.handle })).toHaveLength(1);
  });

  test('The directory hides suspended agents and shows reinstated ones in their former place', async () => {
    const agents = [];
    for (let count = 0; count < 3; count++) agents.push(await api.agent(org.key));
    const tag = `tag-${agents[0]?.handle.slice(6)}`;
    for (const agent of agents) {
      await publish(agent, { skills: [{ id: 's', name: 'S', description: 'x', tags: [tag] }] });
    }
    const before = await directory({ tag });
    expect(before).toHaveLength(3);
    const middle = agents[1] as Agent;
    await suspend(middle);
    expect(await directory({ tag })).toEqual([before[0], before[2]]);
    await reinstate(middle);
    expect(await directory({ tag })).toEqual(before);
  });

  test('The directory pages by times that are unique across organizations', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => api.organization()));
    const agents = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const key = others[index % 5]?.key ?? '';
        return { ...(await api.agent(key)), org: key };
      }),
    );
    const tag = `tag-${agents[0]?.handle.slice(6)}`;
    const body = { skills: [{ id: 's', name: 'S', description: 'x', tags: [tag] }] };
    const at = Date.now();
    api.now = () => at;
    await Promise.all(agents.map((agent) => publish(agent, body, agent.org)));
    for (const limit of ['1', '3', '7', '200']) {
      const seen: Listed[] = [];
      for (;;) {
        const before = seen.at(-1)?.created_at;
        const page = await directory({ tag, limit, ...(before && { before }) });
        seen.push(...page);
        if (page.length < Number(limit)) break;
      }
      expect(seen.map(({ handle }) => handle).sort()).toEqual(agents.map(({ handle }) => handle).sort());
      const times = seen.map(({ created_at }) => created_at);
      expect(times).toEqual([...new Set(times)].sort().reverse());
    }

    // A search for one agent among many does not read them one by one.
    const asked = vi.spyOn(engine.table.client, 'send');
    expect(await directory({ q: 'no such text', limit: '1' })).toEqual([]);
    const queries = asked.mock.calls.filter(([command]) => command.constructor === QueryCommand);
    expect(queries.length).toBeLessThan(20);
  });
});

describe('the public card', () => {
  test('The public card follows the protocol at each of its addresses', async () => {
    const agent = await api.agent(org.key);
    await publish(agent);
    const { status, body, headers } = await card(agent.id);
    expect(status).toBe(200);
    const base = `https://api.test/v1/identities/${agent.id}/a2a`;
    expect(body).toMatchObject({
      name: agent.handle,
      description: `The agent ${agent.handle}.`,
      version: '1.0.1',
      supportedInterfaces: [
        { url: `${base}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: base, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ],
      provider: { organization: 'Test', url: 'https://api.test' },
      capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
      skills: [{ id: 'tasks', tags: ['general'] }],
    });
    expect(headers['cache-control']).toBe('public, max-age=300');
    for (const name of ['getWellKnownCard', 'getRpcWellKnownCard'] as const) {
      expect((await card(agent.id, {}, name)).body).toEqual(body);
    }
    await put(agent, {
      description: 'Finds invoices.',
      skills: [{ id: 'find', name: 'Find', description: 'By number.', examples: ['4711?'] }],
    });
    const changed = (await card(agent.id)).body;
    expect(changed).toMatchObject({
      description: 'Finds invoices.',
      version: '1.0.2',
      skills: [{ id: 'find', name: 'Find', description: 'By number.', tags: ['find'], examples: ['4711?'] }],
    });
  });

  test('The public card returns 304 while the copy of the caller is current', async () => {
    const agent = await api.agent(org.key);
    await publish(agent);
    const { etag } = (await card(agent.id)).headers;
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const given of [etag, etag?.slice(2), `"other", ${etag}`, '*']) {
      const reply = await card(agent.id, { 'if-none-match': given as string });
      expect([reply.status, reply.body]).toEqual([304, undefined]);
      expect(reply.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' });
    }
    expect((await card(agent.id, { 'if-none-match': '"other"' })).status).toBe(200);
    await put(agent, { description: 'another' });
    const newer = await card(agent.id, { 'if-none-match': etag as string });
    expect(newer.status).toBe(200);
    expect(newer.headers.etag).not.toBe(etag);
  });

  test('The public card of a hidden, suspended or missing agent is the same 404 byte for byte, and not cached', async () => {
    const agent = await api.agent(org.key);
    const absent = async (id: string, headers = {}) => {
      const reply = await card(id, headers);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers).not.toHaveProperty('etag');
      return [reply.status, JSON.stringify(reply.body).replace(reply.body.error.request_id, '')];
    };
    const missing = await absent('agt_00000000000000000000000000');
    expect(missing[0]).toBe(404);
    expect(await absent(agent.id)).toEqual(missing);
    await publish(agent);
    const { etag = '' } = (await card(agent.id)).headers;
    await suspend(agent);
    expect(await absent(agent.id, { 'if-none-match': etag })).toEqual(missing);
    expect(await absent(agent.id, { 'if-none-match': '*' })).toEqual(missing);
    await reinstate(agent);
    expect((await card(agent.id, { 'if-none-match': etag })).status).toBe(304);
    await put(agent, { publicly_discoverable: false });
    expect(await absent(agent.id)).toEqual(missing);
    expect(await absent(agent.handle)).toEqual(missing);
  });

  test('The identity shows the URL of its public card', async () => {
    const agent = await api.agent(org.key);
    const flag = async () =>
      (await api.call('getIdentity', { key: agent.key, params: { id: agent.id } })).body.a2a.publicly_discoverable;
    expect(await flag()).toBe(false);
    await publish(agent);
    expect(await flag()).toBe(true);
    await put(agent, { publicly_discoverable: false });
    expect(await flag()).toBe(false);
  });
});
