import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckedCall } from '#testing/checked-api.ts';
import { freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import type { OperationName } from '#testing/operations.ts';

const AT_ONCE = 20;

describe('concurrent equal requests', () => {
  let organization: Organization;

  beforeAll(async () => {
    organization = await makeOrganization();
  });

  const RACES: [OperationName, () => Record<string, unknown>][] = [
    ['createOrganization', () => ({ name: 'Race', slug: freshName('race') })],
    ['createIdentity', () => ({ handle: freshName('race') })],
    ['createApiKey', () => ({ name: 'race' })],
    ['createWebhook', () => ({ url: 'https://receiver.example/race', event_types: ['mail.sent'] })],
  ];

  async function counts() {
    const query = { limit: 200 };
    const [keys, identities, webhooks] = await Promise.all([
      organization.api.ok('listApiKeys', { query }),
      organization.api.ok('listIdentities', { query }),
      organization.api.ok('listWebhooks', { query }),
    ]);
    return keys.api_keys.length + identities.identities.length + webhooks.webhooks.length;
  }

  const race = (name: OperationName, calls: CheckedCall[]) =>
    Promise.all(calls.map((call) => organization.api.call(name, call)));

  test.each(RACES)(
    'Concurrent requests to %s under one idempotency key have one effect and one reply',
    async (name, makeBody) => {
      const call = { body: makeBody(), idempotencyKey: freshName('key') };
      const before = await counts();
      const replies = await race(
        name,
        Array.from({ length: AT_ONCE }, () => call),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(replies.filter(({ headers }) => !headers.has('idempotency-replayed'))).toHaveLength(1);
      expect(await counts()).toBe(before + (name === 'createOrganization' ? 0 : 1));
    },
  );

  test('Of two concurrent bodies under one idempotency key, one succeeds and the other conflicts', async () => {
    const idempotencyKey = freshName('key');
    const before = await counts();
    const names = ['one', 'two'];
    const calls = Array.from({ length: AT_ONCE }, (_, index) => ({ body: { name: names[index % 2] }, idempotencyKey }));
    const replies = await race('createApiKey', calls);
    const won = replies.filter(({ status }) => status === 201);
    expect(new Set(won.map(({ text }) => text)).size).toBe(1);
    expect(won).toHaveLength(AT_ONCE / 2);
    for (const { error } of replies.filter(({ status }) => status !== 201))
      expect(error?.code).toBe('idempotency.conflict');
    expect(await counts()).toBe(before + 1);
  });

  test('Concurrent deletions of one resource all return that it is deleted', async () => {
    const body = { url: 'https://receiver.example/gone', event_types: ['mail.sent'] };
    const { id } = await organization.api.ok('createWebhook', { body });
    const call = { params: { id }, idempotencyKey: freshName('key') };
    const replies = await race(
      'deleteWebhook',
      Array.from({ length: AT_ONCE }, () => call),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
  });
});

describe('one name for many requests at once', () => {
  test('Of concurrent requests for a slug, exactly one organization gets it', async () => {
    const { api } = await makeOrganization();
    const slug = freshName('slug');
    const calls = Array.from({ length: AT_ONCE }, (_, index) =>
      api.call('createOrganization', { body: { name: `n${index}`, slug } }),
    );
    const replies = await Promise.all(calls);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ error }) => error?.code === 'organization.slug_taken')).toHaveLength(AT_ONCE - 1);
  });

  test('Of concurrent requests for a handle, exactly one agent in the whole service gets it', async () => {
    const organizations = await Promise.all(Array.from({ length: 4 }, () => makeOrganization()));
    const handle = freshName('handle');
    const calls = Array.from({ length: AT_ONCE }, (_, index) =>
      (organizations[index % 4] as Organization).api.call('createIdentity', { body: { handle } }),
    );
    const replies = await Promise.all(calls);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ error }) => error?.code === 'identity.handle_taken')).toHaveLength(AT_ONCE - 1);
    const lists = await Promise.all(organizations.map(({ api }) => api.ok('listIdentities')));
    expect(lists.flatMap(({ identities }) => identities)).toHaveLength(1);
  });

  test('No request gets a reserved name', async () => {
    const { api } = await makeOrganization();
    for (const handle of ['postmaster', 'abuse', 'no-reply', 'mailer-daemon', 'support', 'ssladmin']) {
      const { error } = await api.refused('createIdentity', 'validation.failed', { body: { handle } });
      expect(error?.message).toMatch(/^handle: /);
    }
  });
});

describe('concurrent changes of one resource', () => {
  test('Concurrent suspensions keep the time of the first', async () => {
    const organization = await makeOrganization();
    const { id } = await makeAgent(organization);
    const calls = Array.from({ length: 10 }, (_, index) =>
      organization.api.ok('suspendIdentity', { params: { id }, body: { reason: `reason ${index}` } }),
    );
    const records = await Promise.all(calls);
    const now = await organization.api.ok('getIdentity', { params: { id } });
    for (const record of records) expect(record).toEqual(now);
  });

  test('Concurrent rotations of a secret each create a new secret', async () => {
    const { api } = await makeOrganization();
    const { id } = await api.ok('createWebhook', { body: { url: 'https://receiver.example' } });
    const rotated = await Promise.all(
      Array.from({ length: 5 }, () => api.ok('rotateWebhookSecret', { params: { id } })),
    );
    expect(new Set(rotated.map(({ secret }) => secret)).size).toBe(5);
  });
});
