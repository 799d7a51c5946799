import { describe, expect, test } from 'vitest';
import { makeAgent, sharedStack } from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOfMessage, newAgent, readMessage, send } from '../support/sending-agent.ts';

describe('a sent message', () => {
  test('A sent message can be read and its parts downloaded, and the recipient gets the same content', async () => {
    const [{ agent }, { agent: other }] = await Promise.all([newAgent(), newAgent()]);
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251));
    const id = await send(agent, {
      to: other.address,
      subject: 'Grüße 🌍',
      text: 'See the file',
      html: '<p>See the <b>file</b></p>',
      attachments: [
        { filename: 'naïve résumé.bin', content_type: 'application/x-thing', content_base64: bytes.toString('base64') },
      ],
    });
    await eventsOfMessage(agent, id, 2);
    const [received] = await eventually(async () => {
      const { messages } = await other.api.ok('listMessages', { params: { id: other.id } });
      expect(messages).toHaveLength(1);
      return messages;
    });
    expect(received).toMatchObject({
      subject: 'Grüße 🌍',
      from: [{ address: agent.address, name: agent.displayName }],
    });
    for (const [who, mid] of [
      [agent, id],
      [other, received?.id ?? ''],
    ] as const) {
      const message = await readMessage(who, mid);
      expect(message.text?.trim()).toBe('See the file');
      expect(message.html).toContain('<b>file</b>');
      expect(message.attachments).toMatchObject([
        { filename: 'naïve résumé.bin', content_type: 'application/x-thing', size: 5000, disposition: 'attachment' },
      ]);
      const aid = message.attachments[0]?.id ?? '';
      const link = await who.api.ok('getAttachment', { params: { id: who.id, mid, aid } });
      const file = await fetch(link.download_url);
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
      expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''na%C3%AFve%20r%C3%A9sum%C3%A9.bin");
      const raw = await who.api.ok('getRawMessage', { params: { id: who.id, mid } });
      const text = await (await fetch(raw.download_url)).text();
      expect(text).not.toMatch(/^Auto-Submitted/im);
    }
  });

  test('A reply to all addresses every recipient, and blind copies stay hidden', async () => {
    const [{ agent: ada }, { agent: bob }, { agent: eve }] = await Promise.all([newAgent(), newAgent(), newAgent()]);
    await send(ada, { to: bob.address, cc: eve.address, bcc: 'zoe@elsewhere.example' });
    const mail = await eventually(async () => {
      const { messages } = await bob.api.ok('listMessages', { params: { id: bob.id } });
      if (messages[0] === undefined) throw new Error('no mail yet');
      return messages[0];
    });
    expect(JSON.stringify(await readMessage(bob, mail.id))).not.toContain('zoe@');
    const body = { in_reply_to_message_id: mail.id, reply_all: true, text: 'to all' };
    const answer = await readMessage(bob, (await bob.api.ok('sendMail', { params: { id: bob.id }, body })).id);
    expect(answer.to.map(({ address }) => address)).toEqual([ada.address]);
    expect(answer.cc.map(({ address }) => address)).toEqual([eve.address]);
    expect(answer.subject).toBe('Re: Hello');
    expect(answer.in_reply_to).toBe(mail.rfc_message_id);
  });

  test('Sent mail counts by recipients, and beyond the daily limit nothing is written', async () => {
    const { organization, agent } = await newAgent();
    const many = Array.from({ length: 9 }, (_, index) => `r${index}@elsewhere.example`);
    await send(agent, { to: [...many, 'R0@elsewhere.example'] });
    expect((await organization.api.ok('getUsage')).email_sent_today).toBe(9);
    const body = { to: ['a@elsewhere.example', 'b@elsewhere.example'], subject: 'x', text: 'x' };
    const refused = await agent.api.call('sendMail', { params: { id: agent.id }, body });
    expect(refused.error).toMatchObject({ code: 'usage.email_limit', retryable: true });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id } });
    expect(messages).toHaveLength(1);
    await send(agent, { to: 'a@elsewhere.example' });
  });

  test('A suspended agent cannot send mail, with any key', async () => {
    const { organization, agent } = await newAgent();
    await organization.api.ok('suspendIdentity', { params: { id: agent.id } });
    const body = { to: 'ada@elsewhere.example', subject: 'x', text: 'x' };
    for (const api of [organization.api, agent.api]) {
      expect((await api.call('sendMail', { params: { id: agent.id }, body })).error?.code).toBe('identity.suspended');
    }
  });

  test('Sending mail for another agent of the organization is forbidden', async () => {
    const { organization, agent } = await newAgent();
    const other = await makeAgent(organization);
    const body = { to: 'ada@elsewhere.example', subject: 'x', text: 'x' };
    expect((await other.api.call('sendMail', { params: { id: agent.id }, body })).error?.code).toBe('auth.forbidden');
  });
});

describe('a message', () => {
  test('A message can be marked and moved, within the folders of its direction', async () => {
    const { agent } = await newAgent();
    const id = await send(agent, {});
    await eventsOfMessage(agent, id, 2);
    const params = { id: agent.id, mid: id };
    expect(await agent.api.ok('updateMessage', { params, body: { is_read: false, folder: 'archive' } })).toMatchObject({
      is_read: false,
      folder: 'archive',
      status: 'delivered',
    });
    expect(await readMessage(agent, id)).toMatchObject({ is_read: false, folder: 'archive' });
    const { error } = await agent.api.call('updateMessage', { params, body: { folder: 'inbox' } });
    expect(error?.message).toMatch(/^folder: one of sent, archive/);
    expect((await agent.api.call('updateMessage', { params, body: {} })).error?.code).toBe('validation.failed');
  });

  test('The local outbox of a message shows the mail that was sent', async () => {
    const { agent } = await newAgent();
    await send(agent, {
      to: 'ada@elsewhere.example',
      bcc: 'eve@elsewhere.example',
      subject: `to be found ${agent.handle}`,
    });
    await eventually(async () => {
      const { messages } = (await (await fetch(`${sharedStack().baseUrl}/_local/outbox`)).json()) as {
        messages: { from: string; to: string[]; subject: string }[];
      };
      const found = messages.filter(({ from }) => from === agent.address);
      expect(found).toMatchObject([
        { subject: `to be found ${agent.handle}`, to: ['ada@elsewhere.example', 'eve@elsewhere.example'] },
      ]);
    });
  });
});
