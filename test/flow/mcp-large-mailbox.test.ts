import { setTimeout } from 'node:timers/promises';
import type { SendMailOptions } from 'nodemailer';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { secondClient, type ToolReply } from '../support/mcp-clients.ts';
import { boundedCall, everyPage, resultOf, sendEmails } from '../support/mcp-reading.ts';
import { firstBlock } from '../support/read-result.ts';
import { aidOf } from '../support/sdk.ts';

const EMAILS = 500;
const IN_THREAD = 300;
const FILES = 50;

/** A thread is read to its newest 200 messages. See: docs/contract/mail.md#reading-mail. */
const THREAD_WINDOW = 200;

const WORDS = 'The lamp that I ordered has not arrived, and the page of the carrier says that it was sent back. ';
const LONG_TEXT = Array.from({ length: 2000 }, (_, index) => `Line ${index}: "${index * 7919}" <${index}>`).join('\n');

let agent: Agent;

beforeAll(async () => {
  agent = await makeAgent(await makeOrganization());
  await sendEmails(largeMailbox(agent.address));
  await untilArrived();
});

/** Reading a list costs more than receiving one email, so this reads now and then. */
async function untilArrived(): Promise<void> {
  const list = aidOf(agent).mail.messages.list({ limit: 200 });
  while ((await list.all()).length < EMAILS) await setTimeout(2_000);
}

/** An email by its subject, wherever it is in the mailbox. Many connections at once deliver in no certain order. */
async function emailWith(subject: string) {
  const [found] = await aidOf(agent).mail.messages.list({ q: subject, limit: 1 }).firstPage();
  if (found === undefined) throw new Error(`No email has the subject "${subject}".`);
  return found;
}

/** One long thread, long texts of senders with long names, a very long one, and an email with many files. */
function largeMailbox(to: string): SendMailOptions[] {
  const root = `<${freshName()}@sender.example>`;
  const thread = Array.from({ length: IN_THREAD }, (_, index) => ({
    to,
    subject: 'Re: Where is my lamp?',
    text: `${index}. ${WORDS.repeat(2)}`,
    ...(index === 0 ? { messageId: root } : { inReplyTo: root, references: root }),
  }));
  const others = Array.from({ length: EMAILS - IN_THREAD - 2 }, (_, index) => ({
    from: { name: `Ada ${WORDS.repeat(2)}`, address: `ada-${index}@sender.example` },
    to,
    subject: `${index} ${WORDS.repeat(4)}`,
    text: WORDS.repeat(200),
  }));
  const attachments = Array.from({ length: FILES }, (_, index) => ({
    filename: `${index}-${'name-'.repeat(40)}.txt`,
    content: index === 0 ? LONG_TEXT : 'short',
  }));
  return [
    ...thread,
    ...others,
    { to, subject: 'A long text', text: LONG_TEXT },
    { to, subject: 'Many files', text: 'See the files.', attachments },
  ];
}

const idsIn = (pages: readonly ToolReply[]): string[] =>
  pages.flatMap(({ structuredContent: { messages = [] } }) =>
    messages.map(({ message_id }: { message_id: string }) => message_id),
  );

/** What the sender wrote, from all pages of it. */
const textIn = (pages: readonly ToolReply[]) => pages.map((page) => firstBlock(resultOf(page)) ?? '').join('');

describe('A mailbox of 500 emails', () => {
  const connected = async () => boundedCall(await secondClient({ key: agent.key }));

  test('Each page of its list is short, and together they have every email once', async () => {
    const call = await connected();
    const ids = idsIn(await everyPage((next) => call('list_messages', { limit: 50, ...next })));
    expect([ids.length, new Set(ids).size]).toEqual([EMAILS, EMAILS]);
  });

  test('Each page of a search is short, and together they have every match once', async () => {
    const call = await connected();
    const ids = idsIn(await everyPage((next) => call('search_messages', { query: 'where lamp', limit: 50, ...next })));
    expect([ids.length, new Set(ids).size]).toEqual([IN_THREAD, IN_THREAD]);
  });

  test('Each page of its thread is short; they have the newest messages once, and say that there are older ones', async () => {
    const call = await connected();
    const { thread_id } = await emailWith('Where is my lamp');
    const pages = await everyPage((next) => call('get_thread', { thread_id, ...next }));
    const ids = idsIn(pages);
    expect([ids.length, new Set(ids).size]).toEqual([THREAD_WINDOW, THREAD_WINDOW]);
    expect(pages.at(-1)?.structuredContent.older_messages).toMatch(/^100 older messages/);
  });

  test('Each page of a long text is short, and together they are all of it', async () => {
    const call = await connected();
    const { id: message_id } = await emailWith('A long text');
    const text = textIn(await everyPage((next) => call('get_message', { message_id, ...next })));
    expect(text.slice(text.indexOf('Line 0:'))).toBe(LONG_TEXT);
  });

  test('Of many files each has its id, and the text of a long one comes in pages', async () => {
    const call = await connected();
    const { id: message_id } = await emailWith('Many files');
    const pages = await everyPage((next) => call('get_message', { message_id, ...next }));
    const files: { attachment_id: string }[] = pages[0]?.structuredContent.attachments;
    // The ids of the first files are fields. Those of the others are in the text, where they have pages.
    const named = textIn(pages).match(/att_\w{26}/g) ?? [];
    expect(new Set([...files.map((file) => file.attachment_id), ...named]).size).toBe(FILES);
    const [{ attachment_id } = { attachment_id: '' }] = files;
    const text = textIn(await everyPage((next) => call('get_attachment', { message_id, attachment_id, ...next })));
    expect(text.replaceAll(/File: .*\n\n/g, '')).toBe(LONG_TEXT);
  });

  test('Each page of its events is short, and a wait for what happened returns at most one page', async () => {
    const call = await connected();
    const since = new Date(0).toISOString();
    const pages = await everyPage((next) => call('list_events', { type: 'mail.received', since, limit: 50, ...next }));
    expect(pages.flatMap(({ structuredContent: { events = [] } }) => events)).toHaveLength(EMAILS);
    await call('wait_for_event', { type: 'mail.received', cursor: since });
  });
});
