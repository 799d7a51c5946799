import { createTransport } from 'nodemailer';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import type { ParsedMail } from '#shared/services/inbound-mail/parsed-mail.ts';
import { type Agent, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { type CorpusMail, corpusMails, overSmtp, withSmtpLines } from '#testing/mail-corpus.ts';
import type { SuccessOf } from '#testing/operations.ts';
import { eventually, settleDelay } from '../support/eventually.ts';
import { type EventRecord, type MessageRecord, messagesOf } from '../support/log-reader.ts';
import { EXPECTED, meaningOf } from '../support/mail-expectations.ts';

type FullMessage = SuccessOf<'getMessage'>;

const ENVELOPE = 'sender@example.com';
/** Of all mails: 89 have no From field with an address, one nests its parts deeper than any parser reads. */
const NOT_PARSED = 90;

const mails = corpusMails();
const picked = mails.filter(({ name }) => name in EXPECTED);

/** Identifies an email, whatever its line endings are. Equal emails have equal tags. */
function tagOf(mail: Pick<MessageRecord, 'subject' | 'from' | 'to' | 'cc' | 'reply_to' | 'rfc_message_id'>) {
  const { subject, from, to, cc, reply_to, rfc_message_id } = mail;
  return JSON.stringify({ subject, from, to, cc, reply_to, rfc_message_id });
}

const tagOfParsed = ({ replyTo, rfcMessageId, ...mail }: ParsedMail) =>
  tagOf({ ...mail, reply_to: replyTo, rfc_message_id: rfcMessageId });

describe('real mail', () => {
  let organization: Organization;
  /** Gets every email of the corpus. */
  let everyone: Agent;
  /** Each gets one of the selected emails in addition, so that the test can find it among all others. */
  const readers = new Map<string, Agent>();
  let messages: MessageRecord[];

  beforeAll(async () => {
    organization = await makeOrganization();
    everyone = await makeAgent(organization);
    for (const { name } of picked) readers.set(name, await makeAgent(organization));
    await sendAll(mails);
    messages = await eventually(async () => {
      const listed = await allMessages(everyone);
      if (listed.length < mails.length) throw new Error(`${listed.length} of ${mails.length} mails`);
      return listed;
    });
  });

  test('Each email of the corpus arrives once, and none is lost', async () => {
    const expected = await Promise.all(
      mails.map(async ({ raw }) => tagOfParsed(await parseMail(overSmtp(raw), ENVELOPE))),
    );
    expect(messages.map(tagOf).sort()).toEqual(expected.sort());
    // Leaves time for a second copy of an email to arrive.
    await settleDelay();
    expect(await allMessages(everyone)).toHaveLength(mails.length);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(mails.length);
  });

  test('An email of the corpus that cannot be parsed in full says what is missing', () => {
    const details = messages.flatMap(({ detail }) => (detail === null ? [] : [detail]));
    expect(details).toHaveLength(NOT_PARSED);
    expect(details.filter((detail) => detail !== 'not parsed: no From field')).toEqual([
      expect.stringMatching(/^not parsed: .*nesting/),
    ]);
  });

  test('Each message of the corpus can be read in full', async () => {
    for (const batch of batches(messages, 8)) {
      await Promise.all(
        batch.map(async ({ id, subject, attachments }) => {
          const full: FullMessage = await everyone.api.ok('getMessage', { params: { id: everyone.id, mid: id } });
          expect(full).toMatchObject({ id, subject, attachments, direction: 'inbound', status: 'received' });
        }),
      );
    }
  });

  test('Each email of the corpus has one event in the log', async () => {
    const events = await allEvents(organization);
    const received = events.filter(({ type, identity_id }) => type === 'mail.received' && identity_id === everyone.id);
    expect(received.map(({ payload }) => payload.messageId).sort()).toEqual(messages.map(({ id }) => id).sort());
  });

  test.each(picked.map(({ name }) => name))(
    'A mail of the corpus has the meaning that a person reads in it: %s',
    async (name) => {
      const agent = readers.get(name) as Agent;
      const [message] = await messagesOf(agent, 1);
      const full = await agent.api.ok('getMessage', { params: { id: agent.id, mid: message?.id ?? '' } });
      const read = {
        ...full,
        attachments: full.attachments.map(({ filename, content_type }) => [filename, content_type] as const),
        automated: full.is_automated,
      };
      const meaning = EXPECTED[name] ?? {};
      expect(meaningOf(read, meaning)).toEqual(meaning);
      await expectKept(agent, full.id, picked.find((mail) => mail.name === name)?.raw ?? Buffer.alloc(0));
    },
  );

  async function sendAll(all: readonly CorpusMail[]): Promise<void> {
    const { smtpPort: port } = sharedStack();
    const transport = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: 8, ignoreTLS: true });
    try {
      await Promise.all(
        all.map(({ name, raw }) => {
          const to = [everyone.address, ...[readers.get(name)?.address ?? []].flat()];
          return transport.sendMail({ envelope: { from: ENVELOPE, to }, raw });
        }),
      );
    } finally {
      transport.close();
    }
  }
});

/** The raw mail is what was sent, after the fields that the receiving server added. */
async function expectKept({ api, id }: Agent, mid: string, sent: Buffer): Promise<void> {
  const { download_url } = await api.ok('getRawMessage', { params: { id, mid } });
  const kept = Buffer.from(await (await fetch(download_url)).arrayBuffer());
  const lines = withSmtpLines(sent);
  expect(kept.subarray(-lines.length).toString('latin1')).toBe(lines.toString('latin1'));
}

/** All messages of an agent. */
function allMessages({ api, id }: Agent): Promise<MessageRecord[]> {
  return everyPage(async (query) => (await api.ok('listMessages', { params: { id }, query })).messages);
}

/** The whole log of an organization. */
function allEvents({ api }: Organization): Promise<EventRecord[]> {
  return everyPage(async (query) => (await api.ok('listEvents', { query })).events);
}

/** Reads a list from its newest item to its oldest. */
async function everyPage<T extends { created_at: string }>(
  pageOf: (query: { limit: number; before?: string }) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const before = found.at(-1)?.created_at;
    const page = await pageOf({ limit: 200, ...(before === undefined ? {} : { before }) });
    if (page.length === 0) return found;
    found.push(...page);
  }
}

function batches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
