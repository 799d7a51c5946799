import { beforeAll, describe, expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';

const LONG = 'x'.repeat(201);
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'value']));

/** Invalid fields of an identity, by the field that the message names. */
const REFUSED: [string, Record<string, unknown>][] = [
  ...['ab', 'x'.repeat(49), 'Upper', '-ab', 'ab-', 'a_b', 'a b', 'ä-ö', 'a.b', 'a@b', '../x', ''].map(
    (handle): [string, Record<string, unknown>] => ['handle', { handle }],
  ),
  ...['', LONG, '   ', 'a\nb', 'a\u0000b'].map((display_name): [string, Record<string, unknown>] => [
    'display_name',
    { display_name },
  ]),
  ['description', { description: 'x'.repeat(2001) }],
  ['metadata', { metadata: pairs(21) }],
  ['metadata', { metadata: { ['k'.repeat(41)]: 'v' } }],
  ['metadata', { metadata: { key: 'v'.repeat(501) } }],
  ['metadata', { metadata: { key: 1 } }],
  ['metadata', { metadata: { '': 'v' } }],
];

describe('identities', () => {
  let organization: Organization;

  beforeAll(async () => {
    organization = await makeOrganization();
  });

  test('An identity is created with a mailbox for its handle in the same commit', async () => {
    const handle = freshName('agent');
    const body = { handle, display_name: 'Support', description: 'Answers', metadata: { team: 'support' } };
    const made = await organization.api.ok('createIdentity', { body });
    expect(made).toMatchObject({
      ...body,
      status: 'active',
      suspended_at: null,
      suspended_reason: null,
      email_address: `${handle}@agents.localhost`,
      mailboxes: [{ address: `${handle}@agents.localhost`, is_default: true }],
      a2a: {
        publicly_discoverable: false,
        card_url: `${sharedStack().baseUrl}/v1/identities/${made.id}/a2a/agent-card.json`,
      },
    });
    expect(await organization.api.ok('getIdentity', { params: { id: made.id } })).toEqual(made);
  });

  test('An identity without optional fields is displayed by its handle and has nothing else', async () => {
    const handle = freshName('agent');
    expect(await organization.api.ok('createIdentity', { body: { handle } })).toMatchObject({
      display_name: handle,
      description: null,
      metadata: {},
    });
  });

  test.each(REFUSED)('An identity with an invalid %s is rejected: %j', async (field, body) => {
    const { error } = await organization.api.refused('createIdentity', 'validation.failed', {
      body: { handle: freshName('agent'), ...body },
    });
    expect(error?.message).toMatch(new RegExp(`^${field}\\b`));
  });

  test('An identity accepts the longest value of every field', async () => {
    const metadata = { ...pairs(19), ['k'.repeat(40)]: 'v'.repeat(500) };
    const body = {
      handle: freshName('agent').padEnd(48, 'x'),
      display_name: '名'.repeat(200),
      description: 'x'.repeat(2000),
      metadata,
    };
    expect(await organization.api.ok('createIdentity', { body })).toMatchObject(body);
  });

  test('An identity can be suspended, again without effect, and reinstated', async () => {
    const { id, api } = await makeAgent(organization);
    const params = { id };
    const first = await organization.api.ok('suspendIdentity', { params, body: { reason: 'first' } });
    expect(first).toMatchObject({ status: 'suspended', suspended_reason: 'first', suspended_at: expect.any(String) });
    expect(await organization.api.ok('suspendIdentity', { params, body: { reason: 'second' } })).toEqual(first);
    await api.refused('listApiKeys', 'identity.suspended');
    const back = await organization.api.ok('reinstateIdentity', { params });
    expect(back).toMatchObject({ status: 'active', suspended_reason: null, suspended_at: null });
    expect(await organization.api.ok('reinstateIdentity', { params, body: {} })).toEqual(back);
    await api.ok('listApiKeys');
  });

  test('An identity can be read with its own key, and not with another agent’s', async () => {
    const [one, other] = [await makeAgent(organization), await makeAgent(organization)];
    expect((await one.api.ok('getIdentity', { params: { id: one.id } })).id).toBe(one.id);
    await one.api.refused('getIdentity', 'auth.forbidden', { params: { id: other.id } });
    await one.api.refused('listIdentities', 'auth.forbidden');
  });

  test('Identities are listed newest first, in pages', async () => {
    const own = await makeOrganization();
    const made = [];
    for (let index = 0; index < 5; index++)
      made.unshift(await own.api.ok('createIdentity', { body: { handle: freshName('agent') } }));
    expect((await own.api.ok('listIdentities')).identities).toEqual(made);
    const before = made[1]?.created_at ?? '';
    expect((await own.api.ok('listIdentities', { query: { limit: 2, before } })).identities).toEqual(made.slice(2, 4));
  });
});
