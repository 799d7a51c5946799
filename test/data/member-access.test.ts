import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectTunnel } from '#functions/workers/connections/connect-tunnel.ts';
import { hashApiKey } from '#shared/domain/organization/api-key.ts';
import type { Role } from '#shared/domain/organization/role.ts';
import { accessLostBy } from '#shared/services/connections/access-lost-by.ts';
import type { OAuthFlow } from '#testing/oauth-flow.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { type Founded, foundOrganization, type Joined, join, logIn, PASSWORD } from '../support/members.ts';
import { storeToken } from '../support/oauth/stored-token.ts';
import { registeredFlow } from '../support/oauth-people.ts';

/** What members reach apart from the operations, with each role, and what ends with a membership. */

const engine = useEngine();
let api: InProcessApi;
let founded: Founded;
let flow: OAuthFlow;
let agent: { id: string; key: string };

beforeEach(async () => {
  vi.stubEnv('TUNNEL_URL', 'https://tunnels.example');
  vi.stubEnv('SOCKET_URL', 'wss://sockets.example/test');
  api = new InProcessApi(engine.table);
  founded = await foundOrganization(api, engine.table);
  flow = await registeredFlow(api);
  agent = await api.agent(founded.key);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const member = (role: Role) => join(api, engine.table, founded, role);
const change = (id: string, role: Role) =>
  api.call('updateMember', { key: founded.token, params: { id }, body: { role } });
const remove = (id: string) => api.call('deleteMember', { key: founded.token, params: { id } });
const person = ({ email }: Joined) => ({ email, password: PASSWORD });
const tools = (key: string) =>
  api.call('callMcp', { key, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }).then(({ status }) => status);

test('Only an owner or an admin logs in on the consent page', async () => {
  const admin = await member('admin');
  const code = (await flow.allow(person(admin), { agents: [agent.id] })).searchParams.get('code');
  expect(code).toMatch(/^aid_oac_/);
  for (const role of ['approver', 'viewer'] as const) {
    const page = await flow.open();
    const fields = { action: 'login', ...person(await member(role)) };
    const refused = await flow.submit(flow.parameters(), fields, { page });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(`Your role in Test is ${role}.`);
    expect(refused.text).toContain('name="password"');
  }
});

test.each(['removed', 'demoted'])(
  'A person who is %s while the consent page is open decides nothing more',
  async (how) => {
    const admin = await member('admin');
    const page = await flow.logIn(person(admin));
    await (how === 'removed' ? remove(admin.id) : change(admin.id, 'viewer'));
    const fields = { action: 'allow', agent: [agent.id], allow: ['mail.read'] };
    const decided = await flow.submit(flow.parameters(), fields, { page });
    expect(decided.location).toBeUndefined();
    expect(decided.text).toContain('Log in again.');
  },
);

test('A code that a person has allowed is exchanged for nothing once the person is removed', async () => {
  const admin = await member('admin');
  const code = (await flow.allow(person(admin), { agents: [agent.id] })).searchParams.get('code') ?? '';
  await remove(admin.id);
  const exchanged = await flow.exchange(code);
  expect([exchanged.status, exchanged.body.error]).toEqual([400, 'invalid_grant']);
});

test('With a member end the grants of the person and their tokens, and no others', async () => {
  const admin = await member('admin');
  const tokens = await flow.connect(person(admin), { agents: [agent.id] });
  const others = await (await registeredFlow(api)).connect(
    { email: founded.email, password: PASSWORD },
    { agents: [agent.id] },
  );
  expect([await tools(tokens.access_token), await tools(others.access_token)]).toEqual([200, 200]);
  await remove(admin.id);
  expect([await tools(tokens.access_token), await tools(others.access_token)]).toEqual([401, 200]);
  const refreshed = await flow.refresh(tokens.refresh_token);
  expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant']);
  const { grants } = (await api.call('listGrants', { key: founded.key })).body;
  expect(grants.map(({ member_id, revoked_at }) => [member_id, revoked_at !== null])).toEqual([
    [founded.userId, false],
    [admin.id, true],
  ]);
  const { events } = (await api.call('listEvents', { key: founded.key })).body;
  const ended = events.filter(({ type }) => type === 'grant.revoked');
  expect(ended.map(({ payload }) => payload)).toMatchObject([
    { reason: 'requested', actor: { actorType: 'user', actorId: founded.userId } },
  ]);
});

test('A grant stays when the role of its person becomes smaller: the organization can revoke it', async () => {
  const admin = await member('admin');
  const tokens = await flow.connect(person(admin), { agents: [agent.id] });
  await change(admin.id, 'viewer');
  expect(await tools(tokens.access_token)).toBe(200);
});

test('A member with more sessions and grants than one commit ends is removed, and nothing of the member works', async () => {
  const admin = await member('admin');
  const organization = { id: founded.id };
  const wanted = { organization, agents: [agent], scopes: ['mail.read'], memberId: admin.id, now: Date.now() } as const;
  const tokens = await Promise.all(Array.from({ length: 20 }, () => storeToken(engine.table, wanted)));
  const logins: string[] = [];
  for (let count = 0; count < 25; count++) logins.push((await logIn(api, admin.email)).body.token);
  expect((await remove(admin.id)).status).toBe(204);
  const statuses = [
    ...(await Promise.all(logins.map(async (key) => (await api.call('getMe', { key })).status))),
    ...(await Promise.all(tokens.map(({ text }) => tools(text)))),
  ];
  expect(new Set(statuses)).toEqual(new Set([401]));
});

test('An event stream needs a member, and a tunnel an admin, on each message and request', async () => {
  const admin = await member('admin');
  const viewer = await member('viewer');
  const lost = (token: string, role: Role) => accessLostBy(engine.table, hashApiKey(token), Date.now(), { role });
  expect(await lost(viewer.token, 'viewer')).toBeUndefined();
  expect(await lost(viewer.token, 'admin')).toBe('key_revoked');
  expect(await lost(admin.token, 'admin')).toBeUndefined();
  expect((await api.call('createStream', { key: viewer.token, body: {} })).status).toBe(201);
  await remove(viewer.id);
  await change(admin.id, 'approver');
  expect([await lost(viewer.token, 'viewer'), await lost(admin.token, 'viewer')]).toEqual([
    'key_revoked',
    'key_revoked',
  ]);
});

test('A person with a small role cannot serve a tunnel', async () => {
  const [admin, viewer] = [await member('admin'), await member('viewer')];
  const body = { identity_id: agent.id };
  const { id } = (await api.call('createTunnel', { key: founded.key, body })).body;
  const connect = (token: string) => {
    const requestContext = { connectionId: `connection-${token}`, identity: { sourceIp: '192.0.2.1' } };
    const event = { headers: { authorization: `Bearer ${token}` }, requestContext };
    return connectTunnel(event as never, id, api.limits);
  };
  expect((await connect(viewer.token)).statusCode).toBe(403);
  expect((await connect(admin.token)).statusCode).toBe(200);
});
