import { beforeAll, describe, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { receivingAgent } from '../support/receiving-agent.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table);
});
const newAgent = () => receivingAgent(engine.table, api);

describe('rules about warnings', () => {
  test('A rule about every author blocks or moves messages with its warnings, and no others', async () => {
    const { arrive, events, rule, list } = await newAgent();
    await arrive();
    const created = await rule({ when: ['quoted_text_unknown', 'first_contact'], folder: 'spam' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        action: 'block',
        match_type: null,
        match_target: null,
        when: ['first_contact', 'quoted_text_unknown'],
        folder: 'spam',
        direction: 'inbound',
      },
    });
    expect(await arrive()).toMatchObject({ result: 'ingested', folder: 'inbox' });
    expect(await arrive({ from: 'eve@other.example' })).toMatchObject({ result: 'ingested', folder: 'spam' });
    expect(await events()).toHaveLength(3);
    await rule({ action: 'block', when: ['not_verified'] });
    expect(await arrive({ verified: false })).toMatchObject({ result: 'blocked', folder: 'blocked' });
    expect(await events()).toHaveLength(3);
    expect(await list()).toHaveLength(4);
  });

  test('An agent has rules of its own, about an author or a domain, and a verified allow of it comes first', async () => {
    const { arrive, rule, agent } = await newAgent();
    const target = { match_type: 'domain', match_target: 'partner.example', identity_id: agent.id };
    await rule({ ...target, when: ['first_contact'], folder: 'blocked' });
    expect((await arrive()).result).toBe('blocked');
    expect((await arrive({ from: 'eve@other.example' })).result).toBe('ingested');
    await rule({
      match_type: 'exact_email',
      match_target: 'sam@partner.example',
      identity_id: agent.id,
      action: 'allow',
    });
    expect((await arrive({ verified: false })).result).toBe('blocked');
    expect((await arrive()).result).toBe('ingested');
  });

  test('A deleted rule no longer applies, and equal rules are refused', async () => {
    const { arrive, rule, key } = await newAgent();
    const { body } = await rule({ when: ['first_contact'] });
    expect((await rule({ when: ['first_contact'], folder: 'blocked' })).body.error.code).toBe('contact_rule.duplicate');
    expect((await arrive()).result).toBe('blocked');
    const listed = (await api.call('listContactRules', { key })).body.contact_rules;
    expect(listed).toEqual([body]);
    expect((await api.call('deleteContactRule', { key, params: { id: body.id } })).status).toBe(204);
    expect((await api.call('listContactRules', { key })).body.contact_rules).toEqual([]);
    expect((await arrive()).result).toBe('ingested');
  });

  test.each([
    ['when', { when: ['no_such_warning'] }, /when.*hidden_text.*quoted_text_unknown/],
    ['when', { when: [] }, /at least one warning/],
    ['when', { when: ['preheader', 'preheader'] }, /each warning once/],
    ['folder', { action: 'block', match_type: 'domain', match_target: 'a.example', folder: 'spam' }, /when/],
    ['folder', { when: ['preheader'], folder: 'archive' }, /spam.*blocked/],
    ['action', { when: ['preheader'], action: 'allow' }, /block/],
    ['action', { match_type: 'domain', match_target: 'a.example' }, /required/],
    ['direction', { when: ['preheader'], direction: 'outbound' }, /inbound/],
    ['direction', { when: ['preheader'], direction: 'both' }, /inbound/],
    ['match_target', { when: ['preheader'], match_type: 'domain' }, /required/],
    ['match_type', { when: ['preheader'], match_target: 'a.example' }, /required/],
    ['match_type', { action: 'block' }, /required/],
  ])('A contradictory or unknown %s is refused, and the message says why: %j', async (field, body, message) => {
    const { rule } = await newAgent();
    const refused = await rule(body);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'validation.failed' } } });
    expect(refused.body.error.message).toContain(field);
    expect(refused.body.error.message).toMatch(message);
  });

  test('At most twenty rules about warnings are kept for an agent or the organization', async () => {
    const { rule } = await newAgent();
    for (let n = 0; n < 20; n++) {
      const body = { match_type: 'domain', match_target: `a${n}.example`, when: ['first_contact'] };
      expect((await rule(body)).status).toBe(201);
    }
    const refused = await rule({ when: ['first_contact'] });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.error.message).toMatch(/when.*at most 20/);
  });
});
