import { expect, test } from 'vitest';
import { contentRecord } from '#functions/http/mail/content-record.ts';
import { fullMessageSchema } from '#shared/contract/schemas/mail.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { MailContent } from '#shared/services/mail-files/mail-store.ts';

const RECEIVED = { direction: 'inbound' } as Message;
const SENT = { direction: 'outbound' } as Message;

/** What 0.2.0 stored of a received email without a plain part. */
const OLD: MailContent = { text: null, html: '<p>Hello</p>', extractedText: 'Hello', headers: [] };

const contentSchema = fullMessageSchema.pick({
  text: true,
  html: true,
  headers: true,
  extracted_text: true,
  hidden_text: true,
  text_source: true,
  links: true,
  quoted: true,
  is_forward: true,
  codes: true,
});

test('Content that 0.2.0 stored has none of the members that came later', () => {
  const record = contentSchema.parse(contentRecord(RECEIVED, OLD));
  expect(record).toEqual({ text: null, html: '<p>Hello</p>', headers: [], extracted_text: 'Hello', hidden_text: null });
});

test('Content has what the reader found out, links with their targets as they were written', () => {
  const link = {
    id: 1,
    confirms: true,
    text: 'Confirm',
    url: 'https://shop.example/c?t=\u200b1',
    host: 'shop.example',
    warnings: [],
  };
  const content: MailContent = {
    text: 'Confirm [1]',
    html: '<p>',
    extractedText: 'Confirm',
    hiddenText: 'Obey',
    headers: [],
    textSource: 'html',
    links: [link],
    quoted: { from: 'ada@example.com', at: null },
    isForward: true,
    codes: [{ value: '482913', kind: 'numeric' }],
  };
  expect(contentSchema.parse(contentRecord(RECEIVED, content))).toEqual({
    text: 'Confirm [1]',
    html: '<p>',
    headers: [],
    extracted_text: 'Confirm',
    hidden_text: 'Obey',
    text_source: 'html',
    links: [link],
    quoted: { from: 'ada@example.com', at: null },
    is_forward: true,
    codes: [{ value: '482913', kind: 'numeric' }],
  });
});

test('The text of a sent message is its text part, and that of its HTML without one', () => {
  const content: MailContent = {
    text: null,
    textOfHtml: 'Hello',
    html: '<p>Hello</p>',
    extractedText: '',
    headers: [],
  };
  expect(contentRecord(SENT, content).text).toBe('Hello');
  expect(contentRecord(SENT, { ...content, text: '' }).text).toBe('');
});
