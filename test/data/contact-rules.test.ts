import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBlockedAddresses } from '#shared/data/entities/contact/contact-policy.ts';
import { decodeRuleTarget, readRuleTarget, ruleTargetKey } from '#shared/data/entities/contact/contact-rule-target.ts';
import { getRow } from '#shared/data/table-client.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table, { unverifiedAgents: 10 });
});

const parallel = <T>(times: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
const statuses = (replies: { status: number }[]) => replies.map((reply) => reply.status).sort();

/** An organization with two agents, and helpers for repeated steps of the tests. */
async function newOffice() {
  const { id: organizationId, key } = await api.organization();
  const [ada, eve] = await Promise.all([api.agent(key), api.agent(key)]);
  const rule = (match_target: string, more: Record<string, unknown> = {}) => {
    const match_type = match_target.includes('@') ? 'exact_email' : 'domain';
    return api.call('createContactRule', { key, body: { action: 'block', match_type, match_target, ...more } });
  };
  const rules = async (query: Record<string, string> = {}) =>
    (await api.call('listContactRules', { key, query })).body.contact_rules;
  const remove = (id: string) => api.call('deleteContactRule', { key, params: { id } });
  const mode = (filter_mode: string, identity_id?: string) =>
    api.call('setContactSettings', { key, query: identity_id ? { identity_id } : {}, body: { filter_mode } });
  const settings = async (identity_id?: string) =>
    (await api.call('getContactSettings', { key, query: identity_id ? { identity_id } : {} })).body;
  const refused = async (identityId: string, addresses: string[], more: { senderVerified?: boolean } = {}) => {
    const direction = 'senderVerified' in more ? 'inbound' : 'outbound';
    return [
      ...(await findBlockedAddresses(engine.table, { organizationId, identityId, direction, addresses, ...more })),
    ];
  };
  return { organizationId, key, ada, eve, rule, rules, remove, mode, settings, refused };
}

describe('contact rules', () => {
  test('Contact rules are shown as they are stored: normalized, newest first, in pages', async () => {
    const { ada, rule, rules } = await newOffice();
    const first = await rule(' Spam.EXAMPLE ');
    expect(first).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^crl_/),
        identity_id: null,
        action: 'block',
        match_type: 'domain',
        match_target: 'spam.example',
        direction: 'both',
        note: null,
      },
    });
    expect((await rule('spam.example', { identity_id: null, note: null })).body.error.code).toBe(
      'contact_rule.duplicate',
    );
    const more = { identity_id: ada.id, action: 'allow', direction: 'inbound', note: 'a friend' };
    const second = await rule('Bob@Example.com', more);
    expect(second.body).toMatchObject({ ...more, match_type: 'exact_email', match_target: 'bob@example.com' });
    expect(await rules()).toEqual([second.body, first.body]);
    expect(await rules({ limit: '1' })).toEqual([second.body]);
    expect(await rules({ before: second.body.created_at })).toEqual([first.body]);
    expect(await rules({ identity_id: ada.id })).toEqual([second.body]);
  });

  test('A contact rule is unique, however many requests create it at once and however they spell it', async () => {
    const { ada, eve, rule, rules } = await newOffice();
    const spellings = ['bob@example.com', 'BOB@example.com', 'bob@Example.com', ' bob@example.com'];
    const replies = await parallel(12, (index) => rule(spellings[index % 4] ?? ''));
    expect(statuses(replies)).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
    expect(replies.find((reply) => reply.status === 409)?.body.error.code).toBe('contact_rule.duplicate');

    const others = await Promise.all([
      rule('bob@example.com', { action: 'allow' }),
      rule('bob@example.com', { direction: 'inbound' }),
      rule('bob@example.com', { direction: 'outbound' }),
      rule('bob@example.com', { identity_id: ada.id }),
      rule('bob@example.com', { identity_id: eve.id }),
      rule('example.com'),
    ]);
    expect(statuses(others)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(await rules()).toHaveLength(7);
  });

  test.each([
    ['exact_email', 'example.com', 'match_target: an email address (RFC 5321)'],
    ['domain', 'bob@example.com', 'match_target: a domain name'],
    ['domain', '*.example.com', 'match_target: a domain name'],
  ])('The target of a rule of type %s cannot be %s', async (match_type, match_target, message) => {
    const { key } = await newOffice();
    const reply = await api.call('createContactRule', { key, body: { action: 'block', match_type, match_target } });
    expect(reply.body.error).toMatchObject({ code: 'validation.failed', message });
  });

  test('A contact rule for another organization’s agent, or for none, is 404', async () => {
    const [mine, theirs] = await Promise.all([newOffice(), newOffice()]);
    const rule = (await theirs.rule('bob@example.com')).body;
    for (const identity_id of [theirs.ada.id, 'nonsense']) {
      for (const reply of [
        await mine.rule('bob@example.com', { identity_id }),
        await mine.mode('allowlist', identity_id),
        await api.call('getContactSettings', { key: mine.key, query: { identity_id } }),
        await api.call('listContactRules', { key: mine.key, query: { identity_id } }),
      ]) {
        expect(reply.body.error?.code).toBe('resource.not_found');
      }
    }
    expect((await mine.remove(rule.id)).status).toBe(404);
    expect(await mine.rules()).toEqual([]);
    expect(await theirs.rules()).toEqual([rule]);
  });

  test('A deleted contact rule can be created again, and no longer affects mail', async () => {
    const { ada, rule, rules, remove, refused } = await newOffice();
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await rule('bob@example.com'), await rule('bob@example.com', { direction: 'inbound' })];
      expect(await refused(ada.id, ['bob@example.com'])).toEqual(['bob@example.com']);
      expect(statuses(await parallel(4, () => remove(one.body.id)))).toEqual([204, 404, 404, 404]);
      expect(await refused(ada.id, ['bob@example.com'])).toEqual([]);
      expect((await remove(other.body.id)).status).toBe(204);
      expect(await rules()).toEqual([]);
    }
  });

  test('Contact rules and their lookup rows agree after any mix of concurrent requests', async () => {
    const { organizationId, rule, rules, remove } = await newOffice();
    const targets = ['a.example', 'b.example'];
    const directions = ['inbound', 'outbound', 'both'];
    await parallel(36, async (index) => {
      const more = { direction: directions[index % 3], action: index % 2 ? 'allow' : 'block' };
      const made = await rule(targets[Math.floor(index / 6) % 2] ?? '', more);
      if (made.status === 201 && index % 4 > 0) await remove(made.body.id);
    });
    const listed = await rules();
    for (const match_target of targets) {
      const key = ruleTargetKey(organizationId, null, 'domain', match_target);
      const kept = (await readRuleTarget(engine.table, key)).rules.map((one) => one.id).sort();
      const wanted = listed.filter((one: { match_target: string | null }) => one.match_target === match_target);
      expect(kept).toEqual(wanted.map((one: { id: string }) => one.id).sort());
    }
  });

  test('The last rule of a target leaves a row that expires', async () => {
    const { organizationId, rule, remove } = await newOffice();
    const key = ruleTargetKey(organizationId, null, 'domain', 'a.example');
    const row = () => getRow(engine.table, decodeRuleTarget, key, { strong: true });
    await remove((await rule('a.example')).body.id);
    const left = await row();
    expect(left).toMatchObject({ rules: [], version: 2 });
    expect(left?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3600);
    await rule('a.example');
    expect(await row()).toMatchObject({ version: 3, rules: [{ action: 'block' }] });
    expect(await row()).not.toHaveProperty('expires_at');
  });
});

describe('the filter mode', () => {
  test('An agent without a filter mode uses that of its organization, which is a blocklist by default', async () => {
    const { ada, eve, mode, settings } = await newOffice();
    const none = { identity_id: null, filter_mode: 'blocklist', updated_at: null };
    expect(await settings()).toEqual(none);
    expect(await settings(ada.id)).toEqual({ ...none, identity_id: ada.id });

    const organization = (await mode('allowlist')).body;
    expect(organization).toEqual({ ...none, filter_mode: 'allowlist', updated_at: expect.any(String) });
    expect(await settings()).toEqual(organization);
    expect(await settings(ada.id)).toEqual({ identity_id: ada.id, filter_mode: 'allowlist', updated_at: null });

    const own = (await mode('blocklist', ada.id)).body;
    expect(own).toEqual({ identity_id: ada.id, filter_mode: 'blocklist', updated_at: expect.any(String) });
    expect(await settings(ada.id)).toEqual(own);
    expect(await settings(eve.id)).toMatchObject({ filter_mode: 'allowlist' });
  });

  test('The filter mode and the rules decide which addresses an agent may write to', async () => {
    const { ada, eve, rule, mode, refused } = await newOffice();
    const everybody = ['bob@a.example', 'Carol@A.example', 'dan@b.example'];
    await rule('a.example');
    await rule('carol@a.example', { identity_id: ada.id, action: 'allow' });
    expect(await refused(ada.id, everybody)).toEqual(['bob@a.example']);
    expect(await refused(eve.id, everybody)).toEqual(['bob@a.example', 'Carol@A.example']);
    await mode('allowlist', ada.id);
    expect(await refused(ada.id, everybody)).toEqual(['bob@a.example', 'dan@b.example']);
    expect(await refused(eve.id, everybody)).toEqual(['bob@a.example', 'Carol@A.example']);
  });

  test('An inbound allow rule applies to authenticated senders only', async () => {
    const { ada, rule, mode, refused } = await newOffice();
    await mode('allowlist');
    await rule('a.example', { action: 'allow', direction: 'inbound' });
    expect(await refused(ada.id, ['bob@a.example'], { senderVerified: true })).toEqual([]);
    expect(await refused(ada.id, ['bob@a.example'], { senderVerified: false })).toEqual(['bob@a.example']);
    expect(await refused(ada.id, ['bob@a.example'])).toEqual(['bob@a.example']);
  });
});

describe('the contact policy', () => {
  test('The contact policy returns blocked addresses as they were given, and accepts any text', async () => {
    const { ada, rule, mode, refused } = await newOffice();
    await rule('bob@example.com');
    const spellings = ['BOB@example.com', 'bob@example.com.', 'bob@ｅxample.com', 'bob@example.com', 'bob@example.com'];
    expect(await refused(ada.id, spellings)).toEqual([...new Set(spellings)]);
    expect(await refused(ada.id, ['', '@', 'bob', '"bob"@example.com', '@example.com'])).toEqual([]);
    expect(await refused(ada.id, [])).toEqual([]);
    await mode('allowlist');
    expect(await refused(ada.id, ['', 'bob'])).toEqual(['', 'bob']);
  });

  test('The contact policy reads the same few rows, however many rules exist', async () => {
    const { ada, rule, organizationId } = await newOffice();
    for (let index = 0; index < 40; index++) await rule(`other${index}@a.example`);
    await rule('bob@a.example');
    const asked: number[] = [];
    const send = engine.table.client.send.bind(engine.table.client) as (command: unknown) => Promise<unknown>;
    const client = new Proxy(engine.table.client, {
      get: (target, name) =>
        name !== 'send'
          ? Reflect.get(target, name)
          : (command: unknown) => {
              expect(command).toBeInstanceOf(BatchGetCommand);
              const items = (command as BatchGetCommand).input.RequestItems?.[engine.table.name];
              expect(items?.ConsistentRead).toBe(true);
              asked.push(items?.Keys?.length ?? 0);
              return send(command);
            },
    });
    const addresses = ['bob@a.example', 'carol@a.example', 'dan@a.example'];
    const question = { organizationId, identityId: ada.id, direction: 'outbound' as const, addresses };
    expect([...(await findBlockedAddresses({ client, name: engine.table.name }, question))]).toEqual(['bob@a.example']);
    // Two modes; three addresses and one domain, of the agent and of the organization.
    expect(asked).toEqual([2 + 2 * (3 + 1)]);
  });

  test('The contact policy handles the largest number of recipients of an email', async () => {
    const { ada, rule, refused } = await newOffice();
    const addresses = Array.from({ length: 50 }, (_, index) => `bob@d${index}.example`);
    await rule('d0.example');
    await rule('bob@d49.example', { identity_id: ada.id });
    expect(await refused(ada.id, addresses)).toEqual(['bob@d0.example', 'bob@d49.example']);
  });
});
