import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOf, messageWith } from '../support/log-reader.ts';

const freshDomain = (top = 'example') => `${freshName('works')}.${top}`;

describe('a custom domain', () => {
  let organization: Organization;
  let agent: Agent;

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
  });

  const verified = (params: { id: string }, { api } = organization) =>
    eventually(async () => {
      const domain = await api.ok('verifyDomain', { params });
      expect(domain.status).toBe('verified');
      return domain;
    });
  const knownToSes = (params: { id: string }, { api } = organization) =>
    eventually(async () => {
      const domain = await api.ok('getDomain', { params });
      expect(domain.records.filter(({ purpose }) => purpose === 'dkim')).toHaveLength(3);
      return domain;
    });

  test('A domain can be added, proved, given a mailbox that gets mail, and deleted again', async () => {
    const { api } = organization;
    const name = freshDomain();
    const made = await api.ok('createDomain', { body: { domain: name } });
    expect(made).toMatchObject({ domain: name, status: 'pending', is_default: false, verified_at: null });
    const params = { id: made.id };
    const shown = await verified(params);
    expect(shown.records.map(({ purpose, status }) => [purpose, status])).toEqual([
      ['mail_from', 'valid'],
      ['dkim', 'valid'],
      ['dkim', 'valid'],
      ['dkim', 'valid'],
      ['spf', 'valid'],
      ['dmarc', 'valid'],
      ['mx', 'valid'],
    ]);
    expect(shown).toMatchObject({ verified_at: expect.any(String), last_checked_at: expect.any(String) });
    expect((await api.ok('listDomains')).domains.map(({ id }) => id)).toContain(made.id);

    const ofAgent = { id: agent.id };
    const address = `orders@${name}`;
    const refused = { envelope: { from: 'ada@sender.example', to: address }, to: address, subject: 'x', text: 'x' };
    await expect(sendMail(refused)).rejects.toMatchObject({ responseCode: 550 });
    const mailbox = await api.ok('createMailbox', {
      params: ofAgent,
      body: { local_part: 'Orders', domain_id: made.id },
    });
    expect(mailbox).toMatchObject({ identity_id: agent.id, address, is_default: false, domain_id: made.id });
    expect((await api.ok('listMailboxes', { params: ofAgent })).mailboxes).toMatchObject([
      { id: mailbox.id },
      { id: agent.mailboxId, is_default: true, domain_id: null },
    ]);
    expect(await api.ok('getIdentity', { params: ofAgent })).toMatchObject({
      email_address: agent.address,
      mailboxes: [{ address: agent.address }, { id: mailbox.id, address, is_default: false }],
    });

    const subject = freshName('order');
    await sendMail({ to: address, subject, text: 'one of each' });
    const order = await messageWith(agent, subject);
    expect(order).toMatchObject({ mailbox_id: mailbox.id, identity_id: agent.id });
    const senderOfReply = async (more = {}) => {
      const body = { in_reply_to_message_id: order.id, text: 'x', ...more };
      const { id: mid } = await api.ok('sendMail', { params: ofAgent, body });
      return (await api.ok('getMessage', { params: { ...ofAgent, mid } })).from[0]?.address;
    };
    expect(await senderOfReply()).toBe(address);
    expect(await senderOfReply({ mailbox_id: agent.mailboxId })).toBe(agent.address);
    await eventsOf(organization, 1, (event) => event.payload.subject === subject);

    const { error } = await api.refused('deleteDomain', 'domain.in_use', { params });
    expect(error?.message).toMatch(/mailbox/);
    await api.ok('deleteMailbox', { params: { ...ofAgent, mid: mailbox.id } });
    await expect(sendMail(refused)).rejects.toMatchObject({ responseCode: 550 });
    await messageWith(agent, subject);
    expect(await senderOfReply()).toBe(agent.address);
    await api.ok('deleteDomain', { params });
    await api.refused('getDomain', 'resource.not_found', { params });
  });

  test('Mail is sent from a mailbox of the domain, with several domains of one agent, until the domain is deleted', async () => {
    const { api } = organization;
    const ofAgent = { id: agent.id };
    const send = (mailbox_id: string) =>
      api.ok('sendMail', {
        params: ofAgent,
        body: { to: 'ada@elsewhere.example', subject: 'x', text: 'x', mailbox_id },
      });
    // The first domain creates the tenant of the organization at SES, the second is added to it.
    for (const name of [freshDomain(), freshDomain()]) {
      const params = { id: (await api.ok('createDomain', { body: { domain: name } })).id };
      await verified(params);
      const body = { local_part: 'team', domain_id: params.id };
      const mailbox = await api.ok('createMailbox', { params: ofAgent, body });
      const { id } = await send(mailbox.id);
      await eventually(async () => {
        const message = await api.ok('getMessage', { params: { ...ofAgent, mid: id } });
        expect(message).toMatchObject({ status: 'delivered', from: [{ address: `team@${name}` }] });
      });
      await api.ok('deleteMailbox', { params: { ...ofAgent, mid: mailbox.id } });
      await api.ok('deleteDomain', { params });
    }
  });

  test('A domain stays pending while its records are missing, and its mail is not ingested', async () => {
    const { api } = organization;
    const { id } = await api.ok('createDomain', { body: { domain: freshDomain('invalid') } });
    const known = await knownToSes({ id });
    expect(new Set(known.records.map(({ status }) => status))).toEqual(new Set(['missing']));
    expect(await api.ok('verifyDomain', { params: { id } })).toMatchObject({ status: 'pending', verified_at: null });
    const body = { local_part: 'ada', domain_id: id };
    const { error } = await api.refused('createMailbox', 'validation.failed', { params: { id: agent.id }, body });
    expect(error?.message).toMatch(/^domain_id\b/);
    const to = `ada@${known.domain}`;
    const mail = { envelope: { from: 'ada@sender.example', to }, subject: 'x', text: 'x' };
    await expect(sendMail(mail)).rejects.toMatchObject({ responseCode: 550 });
    await api.ok('deleteDomain', { params: { id } });
  });

  test('Of two organizations that claim a domain, the first to prove it gets it', async () => {
    const other = await makeOrganization();
    const name = freshDomain();
    // Claims are checked soon after their creation: the second is made before the first check.
    const [one, two] = await Promise.all([
      organization.api.call('createDomain', { body: { domain: name } }),
      other.api.call('createDomain', { body: { domain: name } }),
    ]);
    const claims = [
      { api: organization.api, reply: one },
      { api: other.api, reply: two },
    ].filter(({ reply }) => reply.error === undefined);
    await eventually(async () => {
      const shown = await Promise.all(
        claims.map(({ api, reply }) => api.ok('getDomain', { params: { id: reply.body.id } })),
      );
      expect(shown.filter(({ status }) => status === 'verified')).toHaveLength(1);
      expect(shown.filter(({ status }) => status === 'failed')).toHaveLength(claims.length - 1);
    });
    const stranger = await makeOrganization();
    await stranger.api.refused('createDomain', 'domain.taken', { body: { domain: name } });
  });

  test('A domain of the service itself cannot be claimed', async () => {
    const mailDomain = agent.address.split('@')[1];
    for (const domain of [mailDomain, `deep.in.${mailDomain}`]) {
      await organization.api.refused('createDomain', 'domain.taken', { body: { domain } });
    }
  });

  test.each([
    'nonsense',
    'two words.example',
    'a..b',
    '10.0.0.1',
    'ada@example.com',
    'bücher.example',
    `${'x'.repeat(64)}.de`,
  ])('A domain cannot have the name %s', async (domain) => {
    const { error } = await organization.api.refused('createDomain', 'validation.failed', { body: { domain } });
    expect(error?.message).toMatch(/^domain\b/);
  });
});
