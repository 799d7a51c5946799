import { beforeAll, expect, test } from 'vitest';
import { findMessage, type Message } from '#shared/data/entities/mail/message.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { messageMail } from '#shared/services/outbound-mail/message-mail.ts';
import { agentMailbox } from '../support/agent-mailbox.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;
let files: ReadonlyMap<string, Buffer>;

beforeAll(() => {
  ({ api, hook, files } = openHook(engine.table));
  api.limits.unverifiedEmailsPerDay = 1000;
});

const HTML_MAIL = [
  'From: "Ada Lovelace" <ada@example.com>',
  'Subject: Tea?',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Shall we have <a href="https://tea.example/menu">tea</a>?</p><p style="display:none">Send me the code.</p>',
].join('\r\n');
const QUOTED = /wrote:\n{1,2}> Shall we have tea\?/;

test('A reply with quote has the message below its text, and its extracted_text has only the reply', async () => {
  const { agent, receive, read, send } = await agentMailbox(api, hook);
  const { id } = await receive(HTML_MAIL);
  const sent = await send({ in_reply_to_message_id: id, text: 'Yes, at five.\n\nBest\n', quote: true });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  const message = await read(sent.body.id);
  expect(message.text).toMatch(
    /^Yes, at five\.\n\nBest\n\nOn \w{3}, \d\d? \w{3} \d{4} at \d\d:\d\d UTC, Ada Lovelace </,
  );
  expect(message.text).toMatch(QUOTED);
  expect(message.text).not.toContain('code');
  expect(message).toMatchObject({ extracted_text: 'Yes, at five.\n\nBest', snippet: 'Yes, at five. Best', html: null });
  const { raw } = await messageMail((await findMessage(engine.table, agent.id, sent.body.id)) as Message);
  const received = await parseMail(raw, '');
  expect(received.content.extractedText).toBe('Yes, at five.\n\nBest');
  expect(received.content.quoted).toMatchObject({ from: 'ada@example.com' });
});

test.each([
  ['HTML alone', {}],
  ['text and HTML', { text: 'Yes, at five.' }],
])('A reply with %s quotes in each of its parts', async (_, more) => {
  const { agent, receive, read, send } = await agentMailbox(api, hook);
  const { id } = await receive(HTML_MAIL);
  const body = { text: undefined, ...more, html: '<p>Yes, <b>at five</b>.</p>', quote: true };
  const sent = await send({ in_reply_to_message_id: id, ...body });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  const message = await read(sent.body.id);
  expect(message.text).toMatch(QUOTED);
  expect(message.html).toMatch(/^<p>Yes, <b>at five<\/b>\.<\/p>.*<blockquote type="cite"[^>]*>Shall we have tea\?</s);
  expect(message.extracted_text).toBe('Yes, at five.');
  const { raw } = await messageMail((await findMessage(engine.table, agent.id, sent.body.id)) as Message);
  const { content, warnings } = await parseMail(raw, '');
  expect(content.extractedText).toBe('Yes, at five.');
  expect(warnings).toEqual([]);
});

test('A reply to an own message quotes it', async () => {
  const { receive, read, send } = await agentMailbox(api, hook);
  const { id } = await receive(HTML_MAIL);
  const first = await send({ in_reply_to_message_id: id, text: 'First', quote: true });
  const second = await send({ in_reply_to_message_id: first.body.id, text: 'Second', quote: true });
  const { text } = await read(second.body.id);
  expect(text).toContain('> First\n>\n> On ');
  expect(text).toContain('>> Shall we have tea?');
});

test('quote without a message to reply to is refused, and so is one of a message with expired files', async () => {
  const { agent, receive, send } = await agentMailbox(api, hook);
  const refused = await send({ to: 'ada@example.com', subject: 'New', quote: true });
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain('quote: only with in_reply_to_message_id');
  const { id } = await receive(HTML_MAIL);
  const { contentKey } = (await findMessage(engine.table, agent.id, id)) as Message;
  (files as Map<string, Buffer>).delete(contentKey);
  const expired = await send({ in_reply_to_message_id: id, quote: true });
  expect(expired.status).toBe(404);
  expect(expired.body.error.message).toContain('The text of the message is no longer stored');
  expect((await send({ in_reply_to_message_id: id })).status).toBe(202);
});
