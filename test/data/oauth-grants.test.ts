import { expect, test } from 'vitest';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { useEngine } from '../support/engine.ts';
import { useOAuth } from '../support/oauth-connections.ts';
import { registeredFlow } from '../support/oauth-people.ts';

/** What ends a grant, and what a suspension of its agents does to its tokens. */
const engine = useEngine();
const oauth = useOAuth(engine);
const { actorOf, isRefused, connect, newestGrant, eventsOf } = oauth;

test('A revoked grant ends its tokens at once, with one event, and stays in the list', async () => {
  const tokens = await connect();
  const { id } = await newestGrant();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => oauth.api.call('revokeGrant', { key: oauth.person.orgKey, params: { id } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(204));
  await isRefused(tokens.access_token);
  expect((await oauth.flow.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  const { revoked_at } = (await oauth.api.call('getGrant', { key: oauth.person.orgKey, params: { id } })).body;
  expect(revoked_at).not.toBeNull();
  expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['grant.revoked', 'grant.created']);
});

test.each(['access_token', 'refresh_token'] as const)('A client that returns its %s ends its grant', async (kind) => {
  const tokens = await connect();
  const other = (await registeredFlow(oauth.api)).clientId;
  expect((await oauth.flow.revoke(tokens[kind], { client_id: other })).status).toBe(200);
  await actorOf(tokens.access_token);
  expect((await oauth.flow.revoke(tokens[kind])).status).toBe(200);
  await isRefused(tokens.access_token);
  expect((await oauth.flow.revoke(tokens[kind])).status).toBe(200);
  expect((await oauth.flow.revoke('aid_oat_unknown')).status).toBe(200);
});

test('Grants of another organization are absent', async () => {
  await connect();
  const { id } = await newestGrant();
  const { key } = await oauth.api.organization();
  expect((await oauth.api.call('listGrants', { key })).body.grants).toEqual([]);
  for (const name of ['getGrant', 'revokeGrant'] as const)
    expect((await oauth.api.call(name, { key, params: { id } })).body.error.code).toBe('resource.not_found');
  expect((await newestGrant()).revoked_at).toBeNull();
});

test('A suspended agent has no access, gets no token, and needs a new one after it is reinstated', async () => {
  const agent = await oauth.api.agent(oauth.person.orgKey);
  const tokens = await oauth.flow.connect(oauth.person, { agents: [agent.id] });
  const suspended = { key: oauth.person.orgKey, params: { id: agent.id } };
  await oauth.api.call('suspendIdentity', { ...suspended, body: { reason: 'test' } });
  expect(await actorOf(tokens.access_token)).toMatchObject({ identity: { status: 'suspended' } });
  expect((await oauth.flow.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  await oauth.api.call('reinstateIdentity', suspended);
  await isRefused(tokens.access_token);
  const fresh = await oauth.flow.refresh(tokens.refresh_token);
  expect(await actorOf(fresh.body.access_token)).toMatchObject({ identity: { id: agent.id, status: 'active' } });
});

test('A token for several agents acts as the first that is not suspended', async () => {
  const other = await oauth.api.agent(oauth.person.orgKey);
  const tokens = await oauth.flow.connect(oauth.person, { agents: [other.id, oauth.person.agent] });
  expect(await actorOf(tokens.access_token)).toMatchObject({
    identity: { id: other.id },
    agents: [other.id, oauth.person.agent],
  });
  await oauth.api.call('suspendIdentity', {
    key: oauth.person.orgKey,
    params: { id: other.id },
    body: { reason: 'test' },
  });
  expect(await actorOf(tokens.access_token)).toMatchObject({ identity: { id: oauth.person.agent } });
  await oauth.api.call('reinstateIdentity', { key: oauth.person.orgKey, params: { id: other.id } });
  expect(await actorOf(tokens.access_token)).toMatchObject({ identity: { id: oauth.person.agent } });
  expect(await findIdentity(engine.table, oauth.person.organizationId, other.id)).toMatchObject({ status: 'active' });
});
