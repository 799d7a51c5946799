import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail, sendRawMail } from '#testing/mailer.ts';
import { eventsOf, messagesOf, messageWith } from '../support/log-reader.ts';

/** The mail, and whether it has an originator that a person could reply to. */
const MALFORMED: Record<string, string | Buffer> = {
  'without a From field': 'Subject: no from\r\n\r\ntext\r\n',
  'of garbage': Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 151) % 256)).subarray(0, 1999),
  'with NULs in its header and its body': 'From: a\0b@x\r\nSubject: nul\0l\r\n\r\nte\0xt\r\n',
  'without a header': '\r\nonly a body\r\n',
  'of one line without an end': 'x',
  'with broken MIME': [
    'From: ada@sender.example',
    'Subject: =?utf-8?B?not base64!!?= =?x-unknown?Q?=ff?=',
    'Content-Type: multipart/mixed; boundary=abc',
    '',
    '--abc',
    'Content-Type: text/plain; charset=no-such-charset',
    'Content-Transfer-Encoding: base64',
    '',
    '%%%%',
    '--abc',
    'Content-Type: multipart/alternative',
    '',
  ].join('\r\n'),
  'with parts nested a thousand deep': Array.from(
    { length: 1000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
  ).join(''),
  'with fields that look like ours': [
    'From: ada@sender.example',
    '__proto__: x',
    'constructor: y',
    'Message-ID: <>',
    'In-Reply-To: <<>> nonsense',
    'References: ,,,',
    'Subject:',
    '',
    'x',
  ].join('\r\n'),
  'with a header of a megabyte': `From: ada@sender.example\r\nX-Long: ${'x'.repeat(1_200_000)}\r\n\r\ntext\r\n`,
  'with a hundred thousand recipients': `From: ada@sender.example\r\nTo: ${'a@b.example, '.repeat(100_000)}c@d.example\r\n\r\ntext\r\n`,
};

describe('malformed mail', () => {
  let organization: Organization;

  beforeAll(async () => {
    organization = await makeOrganization();
  });

  test.each(Object.entries(MALFORMED))(
    'Malformed mail is stored as a message with its event, and later mail arrives: %s',
    async (_, raw) => {
      const agent: Agent = await makeAgent(organization);
      await sendRawMail(agent.address, raw);
      const [message] = await messagesOf(agent, 1);
      expect(message).toMatchObject({ direction: 'inbound', status: 'received' });
      await agent.api.ok('getMessage', { params: { id: agent.id, mid: message?.id ?? '' } });
      await eventsOf(agent, 1, (event) => event.payload.messageId === message?.id);

      const subject = freshName('after');
      await sendMail({ to: agent.address, subject, text: 'x' });
      await messageWith(agent, subject);
      expect(await messagesOf(agent, 2)).toHaveLength(2);
    },
  );

  test('Malformed mail without an originator says so in its detail and falls back to the envelope sender', async () => {
    const agent = await makeAgent(organization);
    await sendRawMail(agent.address, 'Subject: who is it\r\n\r\ntext\r\n', 'envelope@sender.example');
    const [message] = await messagesOf(agent, 1);
    expect(message).toMatchObject({ subject: 'who is it', from: [{ address: 'envelope@sender.example', name: null }] });
    expect(message?.detail).toMatch(/^not parsed: /);
    const [event] = await eventsOf(agent, 1);
    expect(event?.payload.from).toBe('envelope@sender.example');
  });

  test('Malformed mail without any sender (the empty envelope of a bounce) is a message too', async () => {
    const agent = await makeAgent(organization);
    await sendRawMail(agent.address, 'Subject: bounce\r\n\r\ntext\r\n', '');
    const [message] = await messagesOf(agent, 1);
    expect(message).toMatchObject({ from: [], is_automated: true });
  });
});
