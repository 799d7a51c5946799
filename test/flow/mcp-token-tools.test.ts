import { beforeAll, expect, test } from 'vitest';
import { scopesOfTool } from '#functions/http/mcp/tool-scopes.ts';
import { TOOLSETS } from '#shared/contract/mcp/tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';
import { SCOPES, type Scope } from '#shared/domain/issuer/scopes.ts';
import { type Agent, sharedStack } from '#testing/fixture.ts';
import { ARGUMENTS, AUDIENCE, type Owned, ownedBy } from '../support/mcp-calls/owned-calls.ts';
import { type McpClient, secondClient, textOf } from '../support/mcp-clients.ts';
import { callTool } from '../support/oauth/call-mcp.ts';
import { OAuthClient } from '../support/oauth/oauth-client.ts';
import { makeAgents, makePerson, type Person } from '../support/oauth/person.ts';

/** Every tool with a token that has exactly the scopes that the tool is said to need, and with all others. */
const TOOLS = toolsOf(new Set(TOOLSETS));
/** Arguments that need a scope of their own are tried elsewhere. */
const WITHOUT: Readonly<Record<string, object>> = { send_email: { attachments: undefined } };

let person: Person;
let agents: readonly [Agent, Agent];
let owned: Owned;
let given: Owned;
let oauth: OAuthClient;
const tokens = new Map<string, Promise<string>>();

beforeAll(async () => {
  person = await makePerson();
  await person.organization.api.ok('setIdentityTokenSettings', { body: { audiences: [AUDIENCE] } });
  agents = (await makeAgents(person, 2)) as unknown as typeof agents;
  const [own, peer] = agents;
  [owned, given] = [await ownedBy(own, peer), await ownedBy(peer, own)];
  oauth = await OAuthClient.registered();
});

/** A token with these scopes, made once. At least one is needed, so one without any has another one. */
function tokenWith(scopes: readonly Scope[]): Promise<string> {
  const all: readonly Scope[] = scopes.length > 0 ? scopes : ['contacts'];
  const scope = all.join(' ');
  const known =
    tokens.get(scope) ?? oauth.tokens({ person, agents: [agents[0]] }, { scope }).then(({ access }) => access);
  tokens.set(scope, known);
  return known;
}

const neededBy = (tool: (typeof TOOLS)[number]): readonly Scope[] => {
  const needed = scopesOfTool(tool);
  return needed === 'of-events' ? ['events'] : (needed ?? []);
};

function argumentsOf(name: string): Record<string, unknown> {
  // Who has sent a task adds a message to it.
  const args = ARGUMENTS[name]?.(name === 'send_task' ? given : owned) ?? {};
  return { ...args, ...(name === 'wait_for_event' && { type: 'grant.created' }), ...WITHOUT[name] };
}

const connect = (key: string): Promise<McpClient> => secondClient({ key, query: '?toolsets=vault,identity' });

test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
  '%s works with the scopes that it needs',
  async (name, tool) => {
    const reply = await (await connect(await tokenWith(neededBy(tool)))).call(name, argumentsOf(name));
    expect(reply.isError, textOf(reply)).toBeFalsy();
  },
);

test.each(TOOLS.filter((tool) => neededBy(tool).length > 0).map((tool) => [tool.name, tool] as const))(
  '%s is 403 with all scopes but those, and is not listed',
  async (name, tool) => {
    const others = SCOPES.filter((scope) => !neededBy(tool).includes(scope) && !/events|tasks/.test(scope));
    const token = await tokenWith(scopesOfTool(tool) === 'of-events' ? ['contacts'] : others);
    const url = `${sharedStack().baseUrl}/v1/mcp?toolsets=vault,identity`;
    const { status, headers } = await callTool(token, name, argumentsOf(name), url);
    const challenge = headers.get('x-amzn-remapped-www-authenticate');
    expect([status, challenge]).toEqual([403, expect.stringContaining('insufficient_scope')]);
    expect((await (await connect(token)).tools()).map((listed) => listed.name)).not.toContain(name);
  },
);
