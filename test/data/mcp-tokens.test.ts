import { beforeAll, expect, test } from 'vitest';
import { callAuthorization } from '#functions/http/mcp/call-authorization.ts';
import { putCallToken } from '#shared/data/direct-writes/call-token.ts';
import { SCOPES, type Scope } from '#shared/domain/issuer/scopes.ts';
import { ACCESS_TOKEN_MS } from '#shared/domain/oauth/lifetimes.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { authenticate } from '#shared/runtime/pipeline/authenticate.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { inProcessSend } from '../support/in-process-send.ts';
import type { MadeAgent, MadeOrganization } from '../support/made-agents.ts';
import { RESOURCE, revokeGrant, storeToken } from '../support/oauth/stored-token.ts';

const METADATA = 'resource_metadata="https://api.test/.well-known/oauth-protected-resource/v1/mcp"';
const engine = useEngine();
let api: InProcessApi;
let organization: MadeOrganization;
let agents: readonly [MadeAgent, MadeAgent];

beforeAll(async () => {
  api = new InProcessApi(engine.table);
  organization = await api.organization();
  agents = [await api.agent(organization.key), await api.agent(organization.key)];
});

const token = (scopes: readonly Scope[], more: Partial<Parameters<typeof storeToken>[1]> = {}) =>
  storeToken(engine.table, { organization, agents: [agents[0]], scopes, now: api.now(), ...more });

const post = (key: string | undefined, body: object, query: Record<string, string> = {}) =>
  api.call('callMcp', { ...(key !== undefined && { key }), body: { jsonrpc: '2.0', id: 1, ...body }, query });

const call = (key: string, name: string, args: object = {}, query = {}) =>
  post(key, { method: 'tools/call', params: { name, arguments: args } }, query);

// biome-ignore lint/suspicious/noExplicitAny: tests read the members of messages
async function resultOf(reply: { body: unknown; stream?: AsyncIterable<string> }): Promise<any> {
  let text = '';
  for await (const part of reply.stream ?? []) text += part;
  const data = text.split('\n').find((line) => line.startsWith('data: {'));
  return (data === undefined ? (reply.body as { result: unknown }) : JSON.parse(data.slice(6))).result;
}

const namesFor = async (key: string, query = {}): Promise<string[]> =>
  (await resultOf(await post(key, { method: 'tools/list' }, query))).tools.map(({ name }: { name: string }) => name);

test.each([
  ['no credential', undefined, ''],
  ['a key that was never issued', generateApiKey('agt'), 'error="invalid_token", '],
  ['a text that is no key', 'nonsense', 'error="invalid_token", '],
])('A 401 to %s says where the metadata is and which scopes the tools need', async (_what, key, error) => {
  const { status, headers, body } = await post(key, { method: 'tools/list' });
  expect([status, body.error.code]).toEqual([401, 'auth.unauthorized']);
  const scope = 'scope="mail.read mail.send tasks events contacts"';
  expect(headers['www-authenticate']).toBe(`Bearer ${error}${METADATA}, ${scope}`);
});

test('The scopes of a 401 are those of the toolsets in the address', async () => {
  const { headers } = await post(undefined, { method: 'tools/list' }, { toolsets: 'vault' });
  expect(headers['www-authenticate']).toContain('scope="mail.read mail.send tasks events contacts vault"');
  const { status, headers: wrong } = await post(undefined, { method: 'tools/list' }, { toolsets: 'nonsense' });
  expect([status, wrong['www-authenticate']]).toEqual([401, expect.stringContaining('contacts"')]);
});

test('A 401 of another operation names the scheme alone', async () => {
  expect((await api.call('getMe')).headers['www-authenticate']).toBe('Bearer');
});

test('The metadata is at both places, for the address by which the service was called', async () => {
  const send = inProcessSend(api.services);
  const at = (path: string) => send(new URL(`https://api.test/.well-known/oauth-protected-resource${path}`), {});
  const [own, root] = [await at('/v1/mcp'), await at('')];
  const metadata = await own.json();
  expect(metadata).toEqual({
    resource: RESOURCE,
    resource_name: 'AID',
    authorization_servers: ['https://api.test'],
    scopes_supported: ['mail.read', 'mail.send', 'tasks', 'events', 'contacts'],
    bearer_methods_supported: ['header'],
  });
  expect(await root.json()).toEqual(metadata);
  expect(own.headers.get('cache-control')).toBe('public, max-age=300');
  expect(own.headers.get('vary')).toBe('origin, accept-encoding');
});

test('A token lists the tools of its scopes, and no client keeps the list', async () => {
  const { text } = await token(['mail.read']);
  const names = await namesFor(text);
  expect(names).toEqual(expect.arrayContaining(['whoami', 'list_messages', 'wait_for_code', 'list_events']));
  expect(names.filter((name) => /send|reply_to|forward|task|contact|agents/.test(name))).toEqual([]);
  expect(await namesFor(text, { toolsets: 'vault' })).not.toContain('create_lease');
  expect(await namesFor((await token(['vault'])).text, { toolsets: 'vault' })).toEqual([
    'whoami',
    ...['list_secrets', 'create_lease', 'redeem_lease'],
  ]);
});

test.each([
  ['send_email', { to: ['a@b.example'], text: 'x' }, ['mail.read'], 'mail.read mail.send', 'mail.send'],
  [
    'forward_message',
    { message_id: 'msg_1', to: [] },
    ['tasks'],
    'mail.read mail.send tasks',
    'mail.read and mail.send',
  ],
  ['send_email', { attachments: [{ message_id: 'msg_1' }] }, ['mail.send'], 'mail.read mail.send', 'mail.read'],
  ['reply_to_email', { message_id: 'msg_1', quote: 'true' }, ['mail.send'], 'mail.read mail.send', 'mail.read'],
  ['wait_for_event', { type: 'mail.received' }, ['events'], 'mail.read events', 'mail.read'],
  ['list_events', {}, ['contacts'], 'events contacts', 'events'],
] as const)('%s with %j and the scopes %j is 403, and names %j at once', async (name, args, scopes, all, missing) => {
  const { text } = await token(scopes);
  const { status, headers, body } = await call(text, name, args);
  expect([status, body.error.code]).toEqual([403, 'auth.forbidden']);
  expect(headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", ${METADATA}, scope="${all}"`);
  expect(body.error.message).toContain(`${missing}, which the credential does not have`);
});

test('A batch names what all of its calls need', async () => {
  const { text } = await token(['events']);
  const batch = ['send_email', 'find_contact', 'whoami'].map((name, id) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name, arguments: {} },
  }));
  const { status, headers } = await api.call('callMcp', { key: text, body: batch });
  expect([status, headers['www-authenticate']]).toEqual([
    403,
    expect.stringContaining('scope="mail.send events contacts"'),
  ]);
});

test('A token is accepted at its resource alone, and only until its grant is revoked', async () => {
  const { text, grant } = await token(['mail.read']);
  expect((await post(text, { method: 'tools/list' })).status).toBe(200);
  expect((await api.call('getMe', { key: text })).status).toBe(401);
  const elsewhere = await token(['mail.read'], { resource: 'https://other.test/v1/mcp' });
  expect((await post(elsewhere.text, { method: 'tools/list' })).status).toBe(401);
  await revokeGrant(engine.table, grant, api.now());
  expect((await post(text, { method: 'tools/list' })).status).toBe(401);
});

/** The token with which the tools of an access token call the API for an agent. */
async function callToken(text: string, identityId?: string): Promise<string> {
  const now = api.now();
  const actor = await authenticate(engine.table, `Bearer ${text}`, { now, resource: RESOURCE });
  const header = await callAuthorization({ actor, table: engine.table, now }, `Bearer ${text}`, { identityId });
  return header.replace('Bearer ', '');
}

test('The API is called with another token, which does what the access token may do, for one agent', async () => {
  const { text } = await token(['contacts'], { agents, recipients: ['a.example'] });
  const key = await callToken(text, agents[1].id);
  expect(key).toMatch(/^aid_mct_/);
  expect((await api.call('getMe', { key })).body).toMatchObject({ actor_type: 'agent', actor_id: agents[1].id });
  expect((await api.call('listContacts', { key })).status).toBe(200);
  expect((await api.call('getIdentity', { key, params: { id: agents[0].id } })).status).toBe(403);
  const send = await api.call('sendMail', { key, params: { id: 'me' }, body: { to: ['a@b.example'], text: 'x' } });
  expect([send.status, send.headers['www-authenticate']]).toEqual([403, expect.stringContaining('mail.send')]);
  expect((await post(key, { method: 'tools/list' })).status).toBe(401);
  expect(await callToken(text, agents[1].id)).toBe(key);
  expect(await callToken(text, agents[0].id)).not.toBe(key);
});

test('It ends with the grant, with the access token, after minutes, and with a suspension of its agent', async () => {
  const status = async (key: string) => (await api.call('getMe', { key })).status;
  const revoked = await token(['contacts']);
  const byGrant = await callToken(revoked.text);
  await revokeGrant(engine.table, revoked.grant, api.now());
  expect(await status(byGrant)).toBe(401);

  const start = Date.now();
  const late = await token(['contacts'], { now: start });
  api.now = () => start + ACCESS_TOKEN_MS - 30_000;
  const last = await callToken(late.text);
  expect(await status(last)).toBe(200);
  api.now = () => start + ACCESS_TOKEN_MS;
  expect(await status(last)).toBe(401);
  api.now = () => start;
  const short = await callToken((await token(['contacts'])).text);
  api.now = () => start + 3 * MINUTE;
  expect(await status(short)).toBe(401);
  api.now = Date.now;

  const agent = await api.agent(organization.key);
  const ended = await token(['contacts'], { agents: [agent] });
  const key = await callToken(ended.text);
  await api.call('suspendIdentity', { key: organization.key, params: { id: agent.id } });
  expect((await api.call('listContacts', { key })).body.error.code).toBe('identity.suspended');
  await api.call('reinstateIdentity', { key: organization.key, params: { id: agent.id } });
  expect(await status(key)).toBe(401);
});

test('It does not act for an agent that was suspended when the access token was issued', async () => {
  const { text } = await token(['contacts'], { agents, generations: { [agents[0].id]: 0 } });
  const statusFor = async ({ id }: { id: string }) =>
    (await api.call('getMe', { key: await callToken(text, id) })).status;
  expect([await statusFor(agents[0]), await statusFor(agents[1])]).toEqual([200, 401]);
});

test('A reference to another grant, to a foreign agent or to a token of another organization is worth nothing', async () => {
  const [mine, other] = [await token(['contacts']), await token(['contacts'], { agents: [agents[1]] })];
  const elsewhere = await api.organization();
  const right = { accessHash: hashApiKey(mine.text), organizationId: organization.id, grantId: mine.grant.id };
  const forged = [
    { ...right, identityId: agents[1].id },
    { ...right, grantId: other.grant.id, identityId: agents[1].id },
    { ...right, organizationId: elsewhere.id, identityId: agents[0].id },
    { ...right, accessHash: hashApiKey('nothing'), identityId: agents[0].id },
  ];
  for (const row of forged) {
    const key = generateApiKey('mct');
    await putCallToken(engine.table, hashApiKey(key), { ...row, expiresAt: api.now() + MINUTE });
    expect((await api.call('getMe', { key })).status).toBe(401);
  }
});

test('Neither an access token nor the call token for its agent decides about what the agent has asked for', async () => {
  const own = await api.organization();
  const agent = await api.agent(own.key);
  await api.call('setApprovalSettings', { key: own.key, body: { vault: 'always' } });
  const secret = await api.call('createSecret', { key: agent.key, body: { name: 'Mail server', value: 'x' } });
  const { status, body } = await api.call('createLease', { key: agent.key, body: { secret_id: secret.body.id } });
  expect([status, body.status]).toEqual([202, 'held']);
  const { text } = await token([...SCOPES], { organization: own, agents: [agent] });
  const key = await callToken(text, agent.id);
  const params = { id: body.approval_id ?? '' };
  const { status: read, body: approval } = await api.call('getApproval', { key, params });
  expect([read, approval.status]).toEqual([200, 'pending']);
  for (const [by, refused] of [
    [key, 403],
    [text, 401],
  ] as const) {
    const decision = { key: by, params, body: { content_hash: approval.content_hash } };
    expect((await api.call('approveAction', decision)).status).toBe(refused);
    expect((await api.call('denyAction', { key: by, params, body: {} })).status).toBe(refused);
  }
  expect((await api.call('getApproval', { key, params })).body.status).toBe('pending');
});
