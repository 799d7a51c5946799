import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { eventsOf, messageWith } from '../support/log-reader.ts';

describe('contact rules', () => {
  let organization: Organization;
  let agent: Agent;

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
  });

  const rule = (match_target: string, more: Record<string, unknown> = {}) =>
    organization.api.ok('createContactRule', {
      body: { action: 'block', match_type: 'domain', match_target, ...more },
    });
  const mode = (filter_mode: string, identity_id?: string) =>
    organization.api.ok('setContactSettings', { query: { identity_id }, body: { filter_mode } });
  const send = (to: string | string[]) => ({ params: { id: agent.id }, body: { to, subject: 'Hello', text: 'x' } });

  test('A block stops mail to that address, for the whole mail, until the rule is deleted', async () => {
    const domain = `${freshName('rival')}.example`;
    const made = await rule(domain, { direction: 'outbound', identity_id: agent.id });
    const body = send(['friend@elsewhere.example', `Eve@${domain.toUpperCase()}`]);
    await agent.api.refused('sendMail', 'contact_rule.recipient_blocked', body);
    await agent.api.ok('sendMail', send('friend@elsewhere.example'));
    await organization.api.ok('deleteContactRule', { params: { id: made.id } });
    await agent.api.ok('sendMail', body);
  });

  test('Mail from a blocked sender is stored as blocked, without an event', async () => {
    const domain = `${freshName('spammer')}.example`;
    await rule(domain, { direction: 'inbound' });
    const [refused, welcome] = [freshName('refused'), freshName('welcome')];
    await sendMail({ from: `eve@${domain}`, to: agent.address, subject: refused, text: 'x' });
    await sendMail({ from: `eve@sub.${domain}`, to: agent.address, subject: welcome, text: 'x' });
    expect(await messageWith(agent, refused)).toMatchObject({ folder: 'blocked' });
    expect(await messageWith(agent, welcome)).toMatchObject({ folder: 'inbox' });
    await eventsOf(agent, 1, (event) => event.payload.subject === welcome);
    const { events } = await agent.api.ok('listEvents');
    expect(events.filter((event) => event.payload.subject === refused)).toEqual([]);
  });

  test('An agent with an allowlist may write only to allowed addresses, and other agents are not affected', async () => {
    const restricted = await makeAgent(organization);
    const domain = `${freshName('partner')}.example`;
    await mode('allowlist', restricted.id);
    await rule(domain, { action: 'allow' });
    const body = (to: string) => ({ params: { id: restricted.id }, body: { to, subject: 'Hello', text: 'x' } });
    await restricted.api.ok('sendMail', body(`ada@${domain}`));
    await restricted.api.refused('sendMail', 'contact_rule.recipient_blocked', body('ada@elsewhere.example'));
    await agent.api.ok('sendMail', send('ada@elsewhere.example'));

    // Without verdicts of its own, an email is not authenticated on this machine, and an allow rule requires that.
    const subject = freshName('claimed');
    await sendMail({ from: `ada@${domain}`, to: restricted.address, subject, text: 'x' });
    expect(await messageWith(restricted, subject)).toMatchObject({
      folder: 'blocked',
      auth: { sender_verified: false },
    });
    const verified = freshName('verified');
    const headers = { 'x-local-verdicts': 'dmarc=pass, spf=fail' };
    await sendMail({ from: `ada@${domain}`, to: restricted.address, subject: verified, text: 'x', headers });
    expect(await messageWith(restricted, verified)).toMatchObject({
      folder: 'inbox',
      auth: { sender_verified: true, dmarc: 'pass', spf: 'fail', dkim: 'gray' },
    });
  });

  test('The verdicts of an email are refused if they are none', async () => {
    const mail = { to: agent.address, text: 'x', headers: { 'x-local-verdicts': 'dmarc=yes' } };
    await expect(sendMail(mail)).rejects.toThrow(
      '554 5.6.0 x-local-verdicts: expected spf, dkim, dmarc, spam, virus, each with =pass, =fail or =gray',
    );
  });

  test('Contact rules belong to the organization: an agent key neither sees nor changes them', async () => {
    const { id } = await rule(`${freshName('any')}.example`);
    await agent.api.refused('listContactRules', 'auth.forbidden');
    await agent.api.refused('getContactSettings', 'auth.forbidden');
    await agent.api.refused('deleteContactRule', 'auth.forbidden', { params: { id } });
    await agent.api.refused('setContactSettings', 'auth.forbidden', { body: { filter_mode: 'allowlist' } });
  });

  test('The same contact rule cannot be created twice', async () => {
    const domain = `${freshName('once')}.example`;
    const { id } = await rule(domain);
    const body = { action: 'block', match_type: 'domain', match_target: domain.toUpperCase() };
    await organization.api.refused('createContactRule', 'contact_rule.duplicate', { body });
    await organization.api.ok('deleteContactRule', { params: { id } });
    await organization.api.refused('deleteContactRule', 'resource.not_found', { params: { id } });
    await organization.api.ok('createContactRule', { body });
  });
});

describe('contacts', () => {
  test('A contact belongs to one agent, or to the organization and all its agents', async () => {
    const organization = await makeOrganization();
    const [ada, eve] = [await makeAgent(organization), await makeAgent(organization)];
    const shared = await organization.api.ok('createContact', {
      body: { display_name: 'Support team', emails: ['Help@Example.com'], company: 'Example Works' },
    });
    const own = await ada.api.ok('createContact', {
      body: { display_name: 'Bob', emails: ['bob@example.com', 'help@example.com'], agent_handles: [eve.handle] },
    });
    expect([shared.identity_id, own.identity_id]).toEqual([null, ada.id]);

    const named = async (agent: Agent, query: Record<string, string> = {}) =>
      (await agent.api.ok('listContacts', { query })).contacts.map((one) => one.display_name);
    expect(await named(ada)).toEqual(['Bob', 'Support team']);
    expect(await named(eve)).toEqual(['Support team']);
    expect(await named(ada, { email: 'HELP@example.com' })).toEqual(['Bob', 'Support team']);
    expect(await named(eve, { email: 'help@example.com' })).toEqual(['Support team']);
    expect(await named(ada, { q: eve.handle.toUpperCase() })).toEqual(['Bob']);
    expect(await named(ada, { q: 'works' })).toEqual(['Support team']);

    await eve.api.refused('getContact', 'auth.forbidden', { params: { id: own.id } });
    await ada.api.refused('updateContact', 'auth.forbidden', { params: { id: shared.id }, body: { notes: 'x' } });
    const changed = await ada.api.ok('updateContact', {
      params: { id: own.id },
      body: { emails: ['bob@new.example'] },
    });
    expect(changed).toEqual({ ...own, emails: ['bob@new.example'], updated_at: changed.updated_at });
    expect(await named(ada, { email: 'help@example.com' })).toEqual(['Support team']);
    expect(await named(ada, { email: 'bob@new.example' })).toEqual(['Bob']);

    await ada.api.ok('deleteContact', { params: { id: own.id } });
    await ada.api.refused('getContact', 'resource.not_found', { params: { id: own.id } });
    expect(await named(ada, { email: 'bob@new.example' })).toEqual([]);
  });
});
