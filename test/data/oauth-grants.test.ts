import { beforeAll, beforeEach, expect, test } from 'vitest';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { authenticate } from '#shared/runtime/pipeline/authenticate.ts';
import type { OAuthFlow, TokenBody } from '#testing/oauth-flow.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { type PersonWithAgent, personWithAgent, registeredFlow } from '../support/oauth-people.ts';

/** What ends a grant, and what a suspension of its agents does to its tokens. */
const engine = useEngine();
let api: InProcessApi;
let person: PersonWithAgent;
let flow: OAuthFlow;

beforeAll(async () => {
  api = new InProcessApi(engine.table, { unverifiedAgents: 50 });
  person = await personWithAgent(api, engine.table);
});

beforeEach(async () => {
  api.now = Date.now;
  flow = await registeredFlow(api);
});

const actorOf = (token: string, resource: string | undefined = flow.resource) =>
  authenticate(engine.table, `Bearer ${token}`, { now: api.now(), resource });

const isRefused = (token: string, resource?: string) =>
  expect(actorOf(token, resource)).rejects.toMatchObject({ code: 'auth.unauthorized' });

const connect = (): Promise<TokenBody> => flow.connect(person, { agents: [person.agent] });

const grants = async () => (await api.call('listGrants', { key: person.orgKey })).body.grants;
const newestGrant = async () => {
  const [grant] = await grants();
  if (grant === undefined) throw new Error('no grant');
  return grant;
};

const eventsOf = async (grantId: string) => {
  const query = { aggregate_type: 'grant', aggregate_id: grantId };
  return (await api.call('listEvents', { key: person.orgKey, query })).body.events;
};

test('A revoked grant ends its tokens at once, with one event, and stays in the list', async () => {
  const tokens = await connect();
  const { id } = await newestGrant();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => api.call('revokeGrant', { key: person.orgKey, params: { id } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(204));
  await isRefused(tokens.access_token);
  expect((await flow.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  const { revoked_at } = (await api.call('getGrant', { key: person.orgKey, params: { id } })).body;
  expect(revoked_at).not.toBeNull();
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['grant.revoked', 'grant.created']);
});

test.each(['access_token', 'refresh_token'] as const)('A client that returns its %s ends its grant', async (kind) => {
  const tokens = await connect();
  const other = (await registeredFlow(api)).clientId;
  expect((await flow.revoke(tokens[kind], { client_id: other })).status).toBe(200);
  await actorOf(tokens.access_token);
  expect((await flow.revoke(tokens[kind])).status).toBe(200);
  await isRefused(tokens.access_token);
  expect((await flow.revoke(tokens[kind])).status).toBe(200);
  expect((await flow.revoke('aid_oat_unknown')).status).toBe(200);
});

test('Grants of another organization are absent', async () => {
  await connect();
  const { id } = await newestGrant();
  const { key } = await api.organization();
  expect((await api.call('listGrants', { key })).body.grants).toEqual([]);
  for (const name of ['getGrant', 'revokeGrant'] as const)
    expect((await api.call(name, { key, params: { id } })).body.error.code).toBe('resource.not_found');
  expect((await newestGrant()).revoked_at).toBeNull();
});

test('A suspended agent has no access, gets no token, and needs a new one after it is reinstated', async () => {
  const agent = await api.agent(person.orgKey);
  const tokens = await flow.connect(person, { agents: [agent.id] });
  const suspended = { key: person.orgKey, params: { id: agent.id } };
  await api.call('suspendIdentity', { ...suspended, body: { reason: 'test' } });
  expect(await actorOf(tokens.access_token)).toMatchObject({ identity: { status: 'suspended' } });
  expect((await flow.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  await api.call('reinstateIdentity', suspended);
  await isRefused(tokens.access_token);
  const fresh = await flow.refresh(tokens.refresh_token);
  expect(await actorOf(fresh.body.access_token)).toMatchObject({ identity: { id: agent.id, status: 'active' } });
});

test('A token for several agents acts as the first that is not suspended', async () => {
  const other = await api.agent(person.orgKey);
  const tokens = await flow.connect(person, { agents: [other.id, person.agent] });
  expect(await actorOf(tokens.access_token)).toMatchObject({
    identity: { id: other.id },
    agents: [other.id, person.agent],
  });
  await api.call('suspendIdentity', { key: person.orgKey, params: { id: other.id }, body: { reason: 'test' } });
  expect(await actorOf(tokens.access_token)).toMatchObject({ identity: { id: person.agent } });
  await api.call('reinstateIdentity', { key: person.orgKey, params: { id: other.id } });
  expect(await actorOf(tokens.access_token)).toMatchObject({ identity: { id: person.agent } });
  expect(await findIdentity(engine.table, person.organizationId, other.id)).toMatchObject({ status: 'active' });
});
