import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { TEST_VIRUS } from '#testing/test-virus.ts';
import { eventsOf, messagesOf, messageWith } from '../support/log-reader.ts';

/** In pieces, so that no spam filter mistakes this file for the test mail. */
const SPAM = ['XJS*C4JDBQADN1.NSBN3*2IDNEN*', 'GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'].join('');

describe('inbound mail', () => {
  let organization: Organization;
  let agent: Agent;

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
  });

  const to = (address: string) => ({ envelope: { from: 'ada@sender.example', to: address }, to: address });

  test('Inbound mail reaches its mailbox in any letter case and with any +tag', async () => {
    const [local, domain] = agent.address.split('@');
    const spellings = [
      `${local}+orders@${domain}`,
      agent.address.toUpperCase(),
      `${local}+A+b@${domain?.toUpperCase()}`,
    ];
    for (const [index, address] of spellings.entries()) {
      const subject = `spelling ${index} ${freshName()}`;
      await sendMail({ ...to(address), subject, text: 'x' });
      expect(await messageWith(agent, subject)).toMatchObject({ identity_id: agent.id, mailbox_id: agent.mailboxId });
    }
  });

  test('Mail to an unknown address is rejected with 550 5.1.1 during the SMTP session', async () => {
    const domain = agent.address.split('@')[1];
    for (const address of [
      `${freshName()}@${domain}`,
      `${agent.handle}@elsewhere.example`,
      `${agent.handle}x@${domain}`,
    ]) {
      await expect(sendMail({ ...to(address), subject: 'x', text: 'x' })).rejects.toMatchObject({
        responseCode: 550,
        response: expect.stringContaining('5.1.1'),
      });
    }
  });

  test('Mail to several agents is one message and one event for each, and mail to the same agent twice is one', async () => {
    const other = await makeAgent(organization);
    const stranger = await makeAgent(await makeOrganization());
    const subject = freshName('several');
    const tagged = agent.address.replace('@', '+again@');
    const recipients = [agent.address, other.address, stranger.address, tagged];
    await sendMail({ envelope: { from: 'ada@sender.example', to: recipients }, to: recipients, subject, text: 'x' });

    for (const one of [agent, other, stranger]) {
      const message = await messageWith(one, subject);
      const events = await eventsOf(one, 1, (event) => event.payload.subject === subject);
      expect(events).toMatchObject([{ identity_id: one.id, payload: { messageId: message.id } }]);
      expect(await messagesOf(one, 1, (candidate) => candidate.subject === subject)).toHaveLength(1);
    }
    expect(await eventsOf(organization, 2, (event) => event.payload.subject === subject)).toHaveLength(2);
  });

  test('Mail with known and unknown recipients reaches the known ones', async () => {
    const subject = freshName('mixed');
    const recipients = [`${freshName()}@${agent.address.split('@')[1]}`, agent.address];
    await sendMail({ envelope: { from: 'ada@sender.example', to: recipients }, subject, text: 'x' });
    await messageWith(agent, subject);
  });

  test('Spam is stored in the folder spam, with an event', async () => {
    const subject = freshName('spam');
    await sendMail({ ...to(agent.address), subject, text: SPAM });
    expect(await messageWith(agent, subject)).toMatchObject({ folder: 'spam', auth: { spam: 'fail', virus: 'pass' } });
    await eventsOf(organization, 1, (event) => event.payload.subject === subject);
  });

  test('Mail with a virus is stored in the folder blocked, without an event', async () => {
    const [subject, later] = [freshName('virus'), freshName('later')];
    await sendMail({
      ...to(agent.address),
      subject,
      text: 'see attached',
      attachments: [{ filename: 'x.com', content: TEST_VIRUS }],
    });
    expect(await messageWith(agent, subject)).toMatchObject({ folder: 'blocked', auth: { virus: 'fail' } });
    await sendMail({ ...to(agent.address), subject: later, text: 'x' });
    await eventsOf(organization, 1, (event) => event.payload.subject === later);
    expect((await eventsOf(organization, 1)).filter((event) => event.payload.subject === subject)).toEqual([]);

    const folders = async (folder: string) =>
      (await agent.api.ok('listMessages', { params: { id: agent.id }, query: { folder } })).messages;
    expect((await folders('blocked')).map((message) => message.subject)).toContain(subject);
    expect((await folders('inbox')).map((message) => message.subject)).not.toContain(subject);
  });

  test('A suspended agent receives mail, although its key may only read its own identity', async () => {
    const suspended = await makeAgent(organization);
    await organization.api.ok('suspendIdentity', { params: { id: suspended.id }, body: { reason: 'a test' } });
    const subject = freshName('suspended');
    await sendMail({ ...to(suspended.address), subject, text: 'x' });
    await messageWith({ id: suspended.id, api: organization.api }, subject);
    await eventsOf(organization, 1, (event) => event.payload.subject === subject);

    await suspended.api.refused('listMessages', 'identity.suspended', { params: { id: suspended.id } });
    await suspended.api.refused('listEvents', 'identity.suspended');
    expect(await suspended.api.ok('getMe')).toMatchObject({ actor_type: 'agent', identity_id: suspended.id });
    await organization.api.ok('reinstateIdentity', { params: { id: suspended.id } });
    await messageWith(suspended, subject);
  });

  test('Mail belongs to its agent: another agent of the organization gets 403, another organization gets 404', async () => {
    const other = await makeAgent(organization);
    const subject = freshName('private');
    await sendMail({ ...to(agent.address), subject, text: 'x' });
    const { id: mid } = await messageWith(agent, subject);
    await other.api.refused('listMessages', 'auth.forbidden', { params: { id: agent.id } });
    await other.api.refused('getMessage', 'auth.forbidden', { params: { id: agent.id, mid } });
    await other.api.refused('getMessage', 'resource.not_found', { params: { id: other.id, mid } });
    const stranger = await makeAgent(await makeOrganization());
    await stranger.api.refused('getMessage', 'resource.not_found', { params: { id: agent.id, mid } });
    expect(await eventsOf(other, 0)).toEqual([]);
  });

  test('Mail is listed by folder, direction and sender, in pages', async () => {
    const reader = await makeAgent(organization);
    for (let index = 0; index < 5; index++) {
      const from = index % 2 === 0 ? 'even@sender.example' : 'odd@sender.example';
      await sendMail({ ...to(reader.address), from, subject: `mail ${index}`, text: 'x' });
    }
    const all = await messagesOf(reader, 5);
    const list = async (query: Record<string, string>) =>
      (await reader.api.ok('listMessages', { params: { id: reader.id }, query })).messages;

    expect(await list({ from: 'EVEN@sender.example' })).toEqual(
      all.filter(({ from }) => from[0]?.address === 'even@sender.example'),
    );
    expect(await list({ direction: 'outbound' })).toEqual([]);
    expect(await list({ direction: 'inbound', folder: 'inbox' })).toEqual(all);
    expect(await list({ thread_id: all[2]?.thread_id ?? '' })).toEqual([all[2]]);
    const paged = [];
    for (
      let page = await list({ limit: '2' });
      ;
      page = await list({ limit: '2', before: paged.at(-1)?.created_at ?? '' })
    ) {
      paged.push(...page);
      if (page.length < 2) break;
    }
    expect(paged).toEqual(all);
    await reader.api.refused('listMessages', 'validation.failed', {
      params: { id: reader.id },
      query: { folder: 'nowhere' },
    });
  });
});
