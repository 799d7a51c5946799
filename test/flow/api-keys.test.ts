import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';

describe('API keys', () => {
  let organization: Organization;
  let agent: Agent;

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
  });

  test('An API key shows which organization or agent it acts as', async () => {
    const of = { org_id: organization.id, org_slug: organization.slug, org_name: organization.name };
    const [admin] = (await organization.api.ok('listApiKeys')).api_keys.filter(({ name }) => name === 'admin');
    expect(await organization.api.ok('getMe')).toEqual({ actor_type: 'user', actor_id: admin?.id, ...of });
    expect(await agent.api.ok('getMe')).toEqual({
      actor_type: 'agent',
      actor_id: agent.id,
      identity_id: agent.id,
      handle: agent.handle,
      display_name: agent.displayName,
      email_address: agent.address,
      ...of,
    });
  });

  test('An API key is shown in full once, and afterwards by its prefix', async () => {
    const made = await organization.api.ok('createApiKey', { body: { name: 'shown once', identity_id: agent.id } });
    expect(made.key).toMatch(/^aid_agt_[0-9A-Za-z]{37}$/);
    expect(made.key_prefix).toBe(made.key.slice(0, 12));
    expect(made).toMatchObject({ name: 'shown once', identity_id: agent.id, status: 'active', last_used_at: null });
    const listed = await organization.api.call('listApiKeys');
    expect(listed.text).not.toContain(made.key);
    const { key, ...record } = made;
    expect(listed.body.api_keys).toContainEqual(record);
    expect(organization.key).toMatch(/^aid_org_/);
    expect((await organization.api.ok('createApiKey', { body: { name: 'org' } })).key).toMatch(/^aid_org_/);
    expect(key).not.toBe(agent.key);
  });

  test('An API key shows when it was last used', async () => {
    const made = await organization.api.ok('createApiKey', { body: { name: 'used' } });
    const seen = async () =>
      (await organization.api.ok('listApiKeys')).api_keys.find(({ id }) => id === made.id)?.last_used_at;
    expect(await seen()).toBeNull();
    const before = Date.now();
    await organization.api.as(made.key).ok('getMe');
    const usedAt = await eventually(async () => {
      const at = await seen();
      if (at === null || at === undefined) throw new Error('the use of the key is not recorded yet');
      return Date.parse(at);
    });
    expect(usedAt).toBeGreaterThanOrEqual(before);
    expect(usedAt).toBeLessThanOrEqual(Date.now());
  });

  test('A revoked API key fails from the next call on, permanently', async () => {
    const made = await organization.api.ok('createApiKey', { body: { name: 'revoked', identity_id: agent.id } });
    const api = organization.api.as(made.key);
    await api.ok('getMe');
    const revoked = await organization.api.ok('revokeApiKey', { params: { id: made.id } });
    expect(revoked).toMatchObject({ id: made.id, status: 'revoked', revoked_at: expect.any(String) });
    await Promise.all(Array.from({ length: 10 }, () => api.refused('getMe', 'auth.unauthorized')));
    const again = await organization.api.ok('revokeApiKey', { params: { id: made.id } });
    expect(again.revoked_at).toBe(revoked.revoked_at);
    expect((await organization.api.ok('listApiKeys')).api_keys.find(({ id }) => id === made.id)).toMatchObject({
      status: 'revoked',
    });
    await agent.api.ok('getMe');
  });

  test('An API key may revoke itself', async () => {
    const made = await organization.api.ok('createApiKey', { body: { name: 'leaving' } });
    const api = organization.api.as(made.key);
    await api.ok('revokeApiKey', { params: { id: made.id } });
    await api.refused('getMe', 'auth.unauthorized');
  });

  test('An agent key lists only the API keys of its agent', async () => {
    const other = await makeAgent(organization);
    const { api_keys: keys } = await other.api.ok('listApiKeys');
    expect(keys.map(({ id }) => id)).toEqual([other.keyId]);
    expect(keys[0]?.identity_id).toBe(other.id);
  });

  test('API keys are listed newest first, in pages', async () => {
    const own = await makeOrganization();
    for (let index = 0; index < 4; index++) await own.api.ok('createApiKey', { body: { name: `key ${index}` } });
    const all = (await own.api.ok('listApiKeys')).api_keys;
    expect(all.map(({ name }) => name)).toEqual(['key 3', 'key 2', 'key 1', 'key 0', 'admin']);
    const before = all[1]?.created_at ?? '';
    expect((await own.api.ok('listApiKeys', { query: { limit: 2, before } })).api_keys.map(({ name }) => name)).toEqual(
      ['key 1', 'key 0'],
    );
  });
});
