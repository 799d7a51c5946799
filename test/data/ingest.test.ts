import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { storedMailSchema } from '#functions/workers/inbound-mail/received-mail-notification.ts';
import { findMailbox, type Mailbox } from '#shared/data/entities/mail/mailbox.ts';
import { ingest } from '#shared/services/inbound-mail/ingest.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { verdictsOf } from '#shared/services/inbound-mail/received-notification.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table);
});

interface Mail {
  fields?: string[];
  providerId?: string;
  verdicts?: Record<string, string>;
}

async function arrive(mailbox: Mailbox, { fields = [], providerId = randomUUID(), verdicts = {} }: Mail = {}) {
  const raw = ['From: Ada <ada@example.com>', 'Subject: Hello', ...fields, '', 'body'].join('\r\n');
  const verdictFor = (name: string) => ({ status: verdicts[name] ?? 'PASS' });
  const notice = storedMailSchema.parse({
    notificationType: 'Received',
    mail: { messageId: providerId, source: 'ada@example.com' },
    receipt: {
      recipients: [mailbox.address],
      spfVerdict: verdictFor('spf'),
      dkimVerdict: verdictFor('dkim'),
      dmarcVerdict: verdictFor('dmarc'),
      spamVerdict: verdictFor('spam'),
      virusVerdict: verdictFor('virus'),
      action: { type: 'S3', objectKey: `inbound/${providerId}` },
    },
  });
  return ingest({
    providerMessageId: notice.mail.messageId,
    verdicts: verdictsOf(notice),
    rawKey: notice.receipt.action.objectKey,
    mail: await parseMail(Buffer.from(raw), notice.mail.source),
    mailbox,
    contentKey: `content/${providerId}.json`,
    storedBytes: raw.length,
  });
}

/** A stored mail from an envelope sender. */
async function arriveRaw(mailbox: Mailbox, raw: string, envelopeFrom: string) {
  const verdict = 'pass' as const;
  const mail = await parseMail(Buffer.from(raw), envelopeFrom);
  const verdicts = { spf: verdict, dkim: verdict, dmarc: verdict, spam: verdict, virus: verdict };
  const name = randomUUID();
  const files = { rawKey: `inbound/${name}`, contentKey: `content/${name}.json` };
  return ingest({ providerMessageId: name, verdicts, mail, mailbox, ...files, storedBytes: raw.length });
}

async function newMailbox() {
  const organization = await api.organization();
  const agent = await api.agent(organization.key);
  const mailbox = await findMailbox(engine.table, `${agent.handle.toUpperCase()}+tag@agents.test`);
  if (mailbox === undefined) throw new Error('no mailbox');
  const list = async () => (await api.call('listMessages', { key: agent.key, params: { id: agent.id } })).body.messages;
  const events = async () => (await api.call('listEvents', { key: agent.key })).body.events;
  return { organization, agent, mailbox, list, events };
}

describe('ingesting an email', () => {
  test('An ingested mail is stored with its event, with payload and summary', async () => {
    const { agent, mailbox, list, events } = await newMailbox();
    expect(await arrive(mailbox, { fields: ['Message-ID: <m1@x>'] })).toBe('ingested');
    const [message] = await list();
    expect(message).toMatchObject({
      identity_id: agent.id,
      direction: 'inbound',
      status: 'received',
      folder: 'inbox',
      from: [{ address: 'ada@example.com', name: 'Ada' }],
      rfc_message_id: '<m1@x>',
      auth: { spf: 'pass', dmarc: 'pass', sender_verified: true },
    });
    const [event] = await events();
    expect(event).toMatchObject({
      type: 'mail.received',
      identity_id: agent.id,
      aggregate_type: 'mail_message',
      aggregate_id: message?.id,
      created_at: message?.created_at,
      payload: { messageId: message?.id, threadId: message?.thread_id, from: 'ada@example.com', subject: 'Hello' },
    });
  });

  test('A notification that arrives ten times at once makes one message and one event', async () => {
    const { mailbox, list, events } = await newMailbox();
    const providerId = randomUUID();
    const results = await Promise.all(Array.from({ length: 10 }, () => arrive(mailbox, { providerId })));
    expect(results.filter((one) => one === 'ingested')).toHaveLength(1);
    expect(results.filter((one) => one === 'repeated')).toHaveLength(9);
    expect(await list()).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });

  test('Ten concurrent replies to one email are in its thread, in any order of arrival', async () => {
    const { mailbox, list } = await newMailbox();
    const answer = (index: number) =>
      arrive(mailbox, { fields: [`Message-ID: <a${index}@x>`, 'In-Reply-To: <root@x>', 'References: <root@x>'] });
    await Promise.all(Array.from({ length: 10 }, (_, index) => answer(index)));
    await arrive(mailbox, { fields: ['Message-ID: <root@x>'] });
    await arrive(mailbox, { fields: ['Message-ID: <deep@x>', 'References: <root@x> <unknown@x> <a3@x>'] });
    const messages = await list();
    expect(messages).toHaveLength(12);
    expect(new Set(messages.map((one: { thread_id: string }) => one.thread_id)).size).toBe(1);
  });

  test.each(['123', '132', '213', '231', '312', '321'])(
    'Three mails of one conversation are in one thread when they arrive as %s',
    async (order) => {
      const { mailbox, list } = await newMailbox();
      const fields: Record<string, string[]> = {
        1: ['Message-ID: <1@x>'],
        2: ['Message-ID: <2@x>', 'In-Reply-To: <1@x>', 'References: <1@x>'],
        3: ['Message-ID: <3@x>', 'In-Reply-To: <2@x>', 'References: <1@x> <2@x>'],
      };
      for (const one of order) await arrive(mailbox, { fields: fields[one] });
      expect(new Set((await list()).map((one: { thread_id: string }) => one.thread_id)).size).toBe(1);
    },
  );

  test('Emails without threading fields begin separate threads, even with the same subject', async () => {
    const { mailbox, list } = await newMailbox();
    await arrive(mailbox);
    await arrive(mailbox);
    expect(new Set((await list()).map((one: { thread_id: string }) => one.thread_id)).size).toBe(2);
  });

  test('The same mail in two mailboxes is two messages in two threads', async () => {
    const [one, other] = [await newMailbox(), await newMailbox()];
    const mail = { providerId: randomUUID(), fields: ['Message-ID: <m1@x>'] };
    expect(await Promise.all([arrive(one.mailbox, mail), arrive(other.mailbox, mail)])).toEqual([
      'ingested',
      'ingested',
    ]);
    expect((await one.list())[0]?.thread_id).not.toBe((await other.list())[0]?.thread_id);
  });

  test('A virus is stored as blocked without an event, and spam has an event', async () => {
    const { mailbox, list, events } = await newMailbox();
    expect(await arrive(mailbox, { verdicts: { virus: 'FAIL' } })).toBe('blocked');
    expect(await events()).toEqual([]);
    expect(await arrive(mailbox, { verdicts: { spam: 'FAIL', dmarc: 'GRAY' } })).toBe('ingested');
    const [spam, virus] = await list();
    expect([spam?.folder, virus?.folder]).toEqual(['spam', 'blocked']);
    expect(spam?.auth).toMatchObject({ spam: 'fail', dmarc: 'gray', sender_verified: false });
    expect(await events()).toHaveLength(1);
  });

  test('An email without a sender is blocked where only allowed addresses may write', async () => {
    const { mailbox, list, events, organization } = await newMailbox();
    await api.call('setContactSettings', { key: organization.key, body: { filter_mode: 'allowlist' } });
    expect(await arrive(mailbox)).toBe('blocked');
    expect(await arriveRaw(mailbox, 'Subject: without a sender\r\n\r\nbody', '')).toBe('blocked');
    expect((await list()).map(({ folder }: { folder: string }) => folder)).toEqual(['blocked', 'blocked']);
    expect(await events()).toEqual([]);
  });

  test('A rule that allows a sender applies to a sender that DMARC authenticates, and to no other', async () => {
    const { mailbox, organization } = await newMailbox();
    await api.call('setContactSettings', { key: organization.key, body: { filter_mode: 'allowlist' } });
    const rule = { action: 'allow', match_type: 'domain', match_target: 'example.com', direction: 'inbound' };
    expect((await api.call('createContactRule', { key: organization.key, body: rule })).status).toBe(201);
    expect(await arrive(mailbox, { verdicts: { dmarc: 'GRAY' } })).toBe('blocked');
    expect(await arrive(mailbox)).toBe('ingested');
    // DMARC passed for one of the two, and there is no telling for which.
    expect(await arrive(mailbox, { fields: ['From: Eve <eve@example.net>'] })).toBe('blocked');
    const two = 'From: ada@example.com, eve@example.net\r\n\r\nbody';
    expect(await arriveRaw(mailbox, two, 'eve@example.net')).toBe('blocked');
  });
});
