import { beforeAll, describe, expect, test } from 'vitest';
import { TOOLSETS } from '#shared/contract/mcp/tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';
import { errorBodySchema } from '#shared/contract/schemas/error.ts';
import { OPERATIONS } from '#shared/contract/table.ts';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';
import { ARGUMENTS, AUDIENCE, type Owned, ownedBy } from '../support/mcp-calls/owned-calls.ts';
import { type McpClient, secondClient, type ToolReply, textOf } from '../support/mcp-clients.ts';

const TOOLS = toolsOf(new Set(TOOLSETS)).map(({ name }) => name);
/** Tools with a resource that may belong to another agent. */
const WITH_RESOURCE = TOOLS.filter((name) => /_id/.test(String(ARGUMENTS[name])));

let organization: Organization;
let agent: Agent;
let peer: Agent;
const owned: Partial<Record<'own' | 'peer' | 'stranger', Owned>> = {};

const argumentsOf = (tool: string, which: Owned | undefined) => ARGUMENTS[tool]?.(which as Owned) ?? {};
const connect = (key: string, headers: Record<string, string> = {}): Promise<McpClient> =>
  secondClient({ key, query: '?toolsets=vault,identity', headers });

/** The text of an error without the id of its request, which differs. */
const errorOf = (reply: ToolReply) => {
  expect(reply.isError, textOf(reply)).toBe(true);
  return textOf(reply).replace(/request [\w-]+/, 'request');
};

beforeAll(async () => {
  organization = await makeOrganization();
  [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
  const elsewhere = await makeOrganization();
  const [stranger, other] = await Promise.all([makeAgent(elsewhere), makeAgent(elsewhere)]);
  await organization.api.ok('setIdentityTokenSettings', { body: { audiences: [AUDIENCE] } });
  owned.own = await ownedBy(agent, peer);
  owned.peer = await ownedBy(peer, await makeAgent(organization));
  owned.stranger = await ownedBy(stranger, other);
});

test('Every tool has arguments here', () => {
  expect(Object.keys(ARGUMENTS).sort()).toEqual([...TOOLS].sort());
});

describe('an agent key', () => {
  test.each(TOOLS)('%s may use what belongs to the agent', async (tool) => {
    // The giver of a task adds a message to it.
    const client = await connect(tool === 'send_task' ? peer.key : agent.key);
    const reply = await client.call(tool, argumentsOf(tool, owned.own));
    expect(reply.isError, textOf(reply)).toBeFalsy();
  });

  test.each(WITH_RESOURCE)('%s refuses what belongs to another agent as the API does', async (tool) => {
    const client = await connect(agent.key);
    const { foreign } = OPERATIONS.updateContact.resources[0];
    const code = tool === 'save_contact' && foreign === 403 ? 'auth.forbidden' : 'resource.not_found';
    expect(errorOf(await client.call(tool, argumentsOf(tool, owned.peer)))).toContain(`(${code},`);
  });

  test.each(WITH_RESOURCE)('%s answers the same for another organization and for nothing', async (tool) => {
    const client = await connect(agent.key);
    const { stranger } = owned;
    const nothing = Object.fromEntries(
      Object.entries(stranger ?? {}).map(([name, value]) => [name, value.replace(/.{4}$/, '0000')]),
    ) as unknown as Owned;
    const foreign = errorOf(await client.call(tool, argumentsOf(tool, stranger)));
    expect(foreign).toContain('(resource.not_found,');
    expect(errorOf(await client.call(tool, argumentsOf(tool, nothing)))).toBe(foreign);
  });
});

describe('an org key', () => {
  /** Steps of a task belong to its agents. */
  const OF_AGENTS = new Set(['send_task', 'reply_to_task']);
  const WITHOUT_AGENT = new Set([
    ...['whoami', 'list_events', 'wait_for_event', 'find_agents', 'list_tasks', 'get_task'],
    ...['find_contact', 'save_contact', 'list_secrets', 'create_lease', 'redeem_lease'],
  ]);

  test.each(TOOLS)('%s for an agent that the key names does what the API allows', async (tool) => {
    const client = await connect(organization.key, { 'aid-identity': agent.handle });
    const reply = await client.call(tool, argumentsOf(tool, owned.own));
    if (OF_AGENTS.has(tool)) expect(errorOf(reply)).toContain('(auth.forbidden,');
    else expect(reply.isError, textOf(reply)).toBeFalsy();
  });

  test.each(TOOLS)('%s without an agent does what needs none, and says what is missing otherwise', async (tool) => {
    const client = await connect(organization.key);
    const reply = await client.call(tool, argumentsOf(tool, owned.own));
    if (OF_AGENTS.has(tool)) expect(errorOf(reply)).toContain('(auth.forbidden,');
    else if (WITHOUT_AGENT.has(tool)) expect(reply.isError, textOf(reply)).toBeFalsy();
    else expect(errorOf(reply)).toMatch(/^aid-identity: required.*\(validation\.failed,/s);
  });
});

test('Equal contacts that an org key saves for two agents are two contacts', async () => {
  const args = { display_name: freshName() };
  const ids = await Promise.all(
    [agent, peer].map(async ({ id }) => {
      const client = await connect(organization.key, { 'aid-identity': id });
      return (await client.call('save_contact', args)).structuredContent.contact_id;
    }),
  );
  expect(new Set(ids).size).toBe(2);
});

describe('a key that may not call at all', () => {
  const call = async (key: string) => {
    const response = await fetch(`${sharedStack().baseUrl}/v1/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }),
    });
    return [response.status, errorBodySchema.parse(await response.json()).error.code];
  };

  test('A revoked key is 401, and that of a suspended agent 403, before any tool runs', async () => {
    const revoked = await makeAgent(organization);
    await organization.api.ok('revokeApiKey', { params: { id: revoked.keyId } });
    const suspended = await makeAgent(organization);
    await organization.api.ok('suspendIdentity', { params: { id: suspended.id }, body: { reason: 'x' } });
    expect(await call(revoked.key)).toEqual([401, 'auth.unauthorized']);
    expect(await call(suspended.key)).toEqual([403, 'identity.suspended']);
  });
});
