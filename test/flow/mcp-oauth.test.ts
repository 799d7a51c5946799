import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { type Agent, freshName, sharedStack } from '#testing/fixture.ts';
import { secondClient, type ToolReply, textOf } from '../support/mcp-clients.ts';
import { pageClient } from '../support/mcp-page-clients.ts';
import { type Decision, decide } from '../support/oauth/consent.ts';
import { ALL_SCOPES, OAuthClient } from '../support/oauth/oauth-client.ts';
import { connectFirst, connectSecond } from '../support/oauth/official-clients.ts';
import { makeAgents, makePerson, type Person } from '../support/oauth/person.ts';
import { PersonProvider } from '../support/oauth/person-provider.ts';
import { fetchRestored } from '../support/oauth/restored-challenge.ts';

const INFO = { name: 'flow', version: '1.0.0' };

let person: Person;
let agents: readonly [Agent, Agent];
let server: URL;

beforeAll(async () => {
  person = await makePerson();
  agents = (await makeAgents(person, 2)) as unknown as typeof agents;
  server = new URL(`${sharedStack().baseUrl}/v1/mcp`);
});

const allow = (more: Partial<Decision> = {}): Decision => ({ person, agents: [agents[0]], ...more });

const handleIn = ({ structuredContent }: ToolReply) => structuredContent?.handle;

/** What a client sees without the header: only the status, as of a function's response that API Gateway passes on. */
async function fetchBare(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const headers = new Headers(response.headers);
  headers.delete('www-authenticate');
  return new Response(response.body, { status: response.status, headers });
}

test('The second client gets from 401 to the result of a tool, with the scopes that the server asked for', async () => {
  const { client, provider } = await connectSecond(server, allow());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('send_email');
  expect(handleIn((await client.callTool({ name: 'whoami', arguments: {} })) as ToolReply)).toBe(agents[0].handle);
  const [asked] = provider.opened;
  expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
    scope: ALL_SCOPES,
    resource: server.href,
    code_challenge_method: 'S256',
  });
  await client.close();
});

test('The first client gets from 401 to the result of a tool', async () => {
  const { client } = await connectFirst(server, allow());
  expect(handleIn((await client.callTool({ name: 'whoami', arguments: {} })) as ToolReply)).toBe(agents[0].handle);
  await client.close();
});

test('A client that gets no header at all finds the metadata at its place, and gets to the result of a tool', async () => {
  const asked: string[] = [];
  const through = (url: string | URL, init?: RequestInit) => {
    asked.push(new URL(url).pathname);
    return fetchBare(url, init);
  };
  const { client, provider } = await connectSecond(server, allow(), through);
  expect(handleIn((await client.callTool({ name: 'whoami', arguments: {} })) as ToolReply)).toBe(agents[0].handle);
  expect(asked).toContain('/.well-known/oauth-protected-resource/v1/mcp');
  expect(provider.opened[0]?.searchParams.get('scope')).toBe(ALL_SCOPES);
  await client.close();
});

test('A call beyond the scopes of a token is refused in words, because API Gateway renames the header', async () => {
  const { client, provider } = await connectSecond(server, allow({ scopes: ['mail.read'] }));
  const call = { name: 'send_email', arguments: { to: ['ada@elsewhere.example'], subject: freshName(), text: 'x' } };
  await expect(client.callTool(call)).rejects.toThrow(/mail\.send/);
  expect(provider.opened).toHaveLength(1);
  await client.close();
});

test('Where the header arrives, a client that was allowed to read only asks a person once more when it sends', async () => {
  let scopes: readonly Scope[] = ['mail.read'];
  const provider = new PersonProvider((address) => decide(address, allow({ scopes })));
  const open = () => new StreamableHTTPClientTransport(server, { authProvider: provider, fetch: fetchRestored });
  const begin = open();
  await expect(new Client(INFO).connect(begin)).rejects.toThrow(UnauthorizedError);
  await begin.finishAuth(provider.callback?.searchParams ?? new URLSearchParams());
  const transport = open();
  const client = new Client(INFO);
  await client.connect(transport);
  const before = (await client.listTools()).tools.map(({ name }) => name);
  expect([before.includes('list_messages'), before.includes('send_email')]).toEqual([true, false]);

  scopes = ['mail.read', 'mail.send'];
  const call = {
    name: 'send_email',
    arguments: { to: ['ada@elsewhere.example'], subject: freshName(), text: 'Hello.' },
  };
  await expect(client.callTool(call)).rejects.toThrow(UnauthorizedError);
  // The client asks for what it had asked for and for what the server names, which is all that the call needs.
  const asked = provider.opened[1]?.searchParams.get('scope')?.split(' ') ?? [];
  expect(asked).toEqual(expect.arrayContaining(['mail.read', 'mail.send']));
  await transport.finishAuth(provider.callback?.searchParams ?? new URLSearchParams());
  const sent = (await client.callTool(call)) as ToolReply;
  expect(sent.isError, textOf(sent)).toBeFalsy();
  const after = (await client.listTools()).tools.map(({ name }) => name);
  expect([after.includes('list_messages'), after.includes('send_email')]).toEqual([true, true]);
  await client.close();
});

test('A token of one agent acts as this agent, and has no argument that names one', async () => {
  const oauth = await OAuthClient.registered();
  const { access } = await oauth.tokens(allow());
  const client = await secondClient({ key: access });
  const tools = await client.tools();
  expect(tools.filter(({ inputSchema }) => 'agent' in Object(inputSchema.properties))).toEqual([]);
  expect(handleIn(await client.call('whoami'))).toBe(agents[0].handle);
  expect((await client.call('list_messages')).isError).toBeFalsy();
});

test('A token of several agents names one with each call, and whoami lists them', async () => {
  const oauth = await OAuthClient.registered();
  const { access } = await oauth.tokens(allow({ agents }));
  const client = await secondClient({ key: access });
  for (const { inputSchema } of await client.tools()) expect(Object(inputSchema.properties)).toHaveProperty('agent');
  const { agents: listed } = (await client.call('whoami')).structuredContent;
  expect(listed.map(({ handle }: Agent) => handle).sort()).toEqual(agents.map(({ handle }) => handle).sort());

  for (const { handle, id, api } of agents) {
    expect(handleIn(await client.call('whoami', { agent: handle }))).toBe(handle);
    const saved = await client.call('save_contact', { agent: id, display_name: freshName() });
    expect(saved.isError, textOf(saved)).toBeFalsy();
    const contact = await api.ok('getContact', { params: { id: saved.structuredContent.contact_id } });
    expect(contact.identity_id).toBe(id);
  }
  const nameless = await client.call('list_messages');
  expect([nameless.isError, textOf(nameless)]).toEqual([true, expect.stringMatching(/^agent: .*validation\.failed/)]);
  const stranger = (await makeAgents(await makePerson(), 1))[0];
  const foreign = await client.call('list_messages', { agent: stranger?.handle });
  const missing = await client.call('list_messages', { agent: freshName() });
  const withoutId = (reply: ToolReply) => textOf(reply).replace(/request [\w-]+/, '');
  expect([foreign.isError, withoutId(foreign)]).toEqual([true, withoutId(missing)]);
});

test('A token writes to the recipients of its grant alone, in every field and in a reply', async () => {
  const oauth = await OAuthClient.registered();
  const { access } = await oauth.tokens(allow({ recipients: ['ada@friends.example', 'partner.example'] }));
  const client = await secondClient({ key: access });
  const send = (more: object) => client.call('send_email', { subject: freshName(), text: 'x', ...more });
  expect((await send({ to: ['ada@friends.example', 'bob@partner.example'] })).isError).toBeFalsy();
  const refused = [
    { to: ['eve@friends.example'] },
    { to: ['ada@friends.example'], cc: ['eve@elsewhere.example'] },
    { to: ['ada@friends.example'], bcc: ['eve@elsewhere.example'] },
    { to: ['bob@sub.partner.example'] },
    { to: ['bob@evilpartner.example'] },
  ];
  for (const recipients of refused) {
    const reply = await send(recipients);
    expect([reply.isError, textOf(reply)], JSON.stringify(recipients)).toEqual([
      true,
      expect.stringContaining('(auth.forbidden,'),
    ]);
  }
});

test('A stage without a console leads no user to a page: the result says that the email is held', async () => {
  const [agent] = await makeAgents(person, 1);
  if (agent === undefined) throw new Error('no agent');
  const query = { identity_id: agent.id };
  await person.organization.api.ok('setApprovalSettings', { query, body: { mail: 'always' } });
  const oauth = await OAuthClient.registered();
  const { access: key } = await oauth.tokens(allow({ agents: [agent] }));
  const { asked, call } = await pageClient({ key, baseUrl: sharedStack().baseUrl }, async () => 'accept');
  const sent = await call('send_email', { to: ['ada@elsewhere.example'], subject: freshName(), text: 'x' });
  expect(sent.structuredContent).toMatchObject({ status: 'held', note: expect.stringContaining('wait_for_event') });
  expect(asked).toEqual([]);
});
