import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { isSevenBit, transferForm, withCrlf } from '#shared/domain/mail/transfer-form.ts';
import { parseAttachments, parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { readMailContent, writeMailContent } from '#shared/services/mail-files/mail-store.ts';
import { messageMail } from '#shared/services/outbound-mail/message-mail.ts';
import { SmtpProvider } from '#shared/services/outbound-mail/smtp-provider.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { outgoingMessage } from '../support/outgoing-message.ts';

let server: MailServer;

beforeAll(async () => {
  memoryBucket();
  server = await startMailServer(null);
});

afterAll(() => server.stop());

/** What a mail server gets of a message; it has to be the same as what the API shows as sent. */
async function received(message: Message): Promise<Buffer> {
  const mail = await messageMail(message);
  await new SmtpProvider({ host: '127.0.0.1', port: server.port, login: null }, { allowLoopback: true }).send(mail);
  const { raw } = server.taken.at(-1) as { raw: Buffer };
  expect(raw.equals(mail.raw)).toBe(true);
  return raw;
}

const attachment = (content_type: string, bytes: Uint8Array) => ({
  filename: 'attached.eml',
  content_type,
  content_base64: Buffer.from(bytes).toString('base64'),
});

const EML = 'From: ada@example.com\r\nSubject: Hello\r\n\r\nText\r\n';
const MESSAGES: readonly (readonly [what: string, bytes: Uint8Array, type: string])[] = [
  ['short lines of ASCII', Buffer.from(EML), 'message/rfc822'],
  ['no end of its last line', Buffer.from(EML.trimEnd()), 'message/rfc822'],
  ['lines of 998 octets', Buffer.from(`${EML}${'x'.repeat(998)}\r\n`), 'message/rfc822'],
  ['lines of 999 octets', Buffer.from(`${EML}${'x'.repeat(999)}\r\n`), 'application/octet-stream'],
  ['bytes over 127', Buffer.from(`${EML}Grüße\r\n`), 'application/octet-stream'],
  ['line feeds alone', Buffer.from(EML.replaceAll('\r', '')), 'application/octet-stream'],
  ['a carriage return alone', Buffer.from(`${EML}a\rb\r\n`), 'application/octet-stream'],
  ['a zero', Buffer.from(`${EML}\0\r\n`), 'application/octet-stream'],
];

test.each(MESSAGES)('An attached message with %s arrives with the same bytes', async (_, bytes, type) => {
  const attachments = [attachment('message/rfc822', bytes)];
  const raw = await received(await outgoingMessage('eml', { text: 'See the message.', attachments }));
  expect(isSevenBit(raw)).toBe(true);
  const { attachments: files } = await parseMail(raw, '');
  expect(files).toMatchObject([{ filename: 'attached.eml', contentType: type }]);
  const [file] = await parseAttachments(raw);
  expect(Buffer.from(file ?? []).equals(bytes)).toBe(true);
});

test('No part that must not be encoded has an encoding', () => {
  const bytes = fc.uint8Array({ maxLength: 50 });
  fc.assert(
    fc.property(
      fc.constantFrom('message/rfc822', 'Message/global', 'message/delivery-status'),
      bytes,
      (type, given) => {
        const form = transferForm(type, given);
        expect(form.encoding === '7bit').toBe(isSevenBit(given));
        expect(/^message\//i.test(form.contentType)).toBe(form.encoding === '7bit');
      },
    ),
  );
});

const isPlain = (character: string) => character > '\0' && character < '\u0080' && !'\r\n'.includes(character);

test('Bytes pass servers unchanged only if their lines end with CRLF and are ASCII of at most 998 octets', () => {
  const lines = fc.array(fc.string({ unit: fc.constantFrom('a', '\r', '\n', 'ü', '\0', 'x'.repeat(997)) }));
  fc.assert(
    fc.property(lines, (parts) => {
      const text = parts.join('\r\n');
      const isClean = text.split('\r\n').every((one) => one.length <= 998 && Array.from(one).every(isPlain));
      expect(isSevenBit(Buffer.from(text))).toBe(isClean);
    }),
  );
});

/** Texts with what mail servers may change: long lines, all forms of breaks, dots, `From`, blanks at ends of lines. */
const line = fc.oneof(
  fc.constantFrom(
    '.',
    '..',
    'From here',
    '>From',
    '--',
    ' ',
    '\t',
    'a ',
    '=',
    '=20',
    'x'.repeat(2_000),
    'ü'.repeat(900),
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary-ascii', maxLength: 30 }),
);
const writtenText = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 6 })
  .map((lines) => lines.flat().join(''));

test('Every text arrives as it was written, in lines that every server accepts', async () => {
  await fc.assert(
    fc.asyncProperty(writtenText, fc.boolean(), async (text, isHtml) => {
      const message = await outgoingMessage('text', isHtml ? { text: 'a', html: text } : { text });
      const raw = await received(message);
      expect(isSevenBit(raw)).toBe(true);
      const { content } = await parseMail(raw, '');
      const read = (isHtml ? content.html : content.text) ?? '';
      // The reader leaves characters out that no person sees.
      const comparable = (one: string) => one.replace(/[^\t\n -~\u00a1-\u1fff]/g, '').trimEnd();
      expect(comparable(withCrlf(read))).toBe(comparable(withCrlf(text)));
    }),
    { numRuns: 30 },
  );
});

test('Every field of a header fits into lines that every server accepts', async () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((one) => !/[\p{Cc}]/u.test(one));
  const long = fc.constantFrom('x'.repeat(995), 'ü'.repeat(900), 'word '.repeat(190), 'ü'.repeat(255));
  const people = fc
    .array(name, { maxLength: 3 })
    .map((names) => names.map((one) => ({ address: 'b@x.org', name: one })));
  await fc.assert(
    fc.asyncProperty(fc.oneof(name, long), people, fc.oneof(name, long), async (subject, to, value) => {
      const headers = { 'X-Note': value.slice(0, 990), 'List-Id': value.slice(0, 300) };
      const files = [
        { ...attachment('text/plain', Buffer.from('a\nb\r\nc\rd')), filename: value.slice(0, 250) || 'a' },
      ];
      const message = await outgoingMessage('head', { text: 'a', subject, headers, attachments: files }, { to });
      const references = [`<${'r'.repeat(995)}>`, '<b@x.org>', '<ü@例子.广告>'];
      const { raw } = await messageMail({ ...message, inReplyTo: references[0] as string, references });
      expect(isSevenBit(raw)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

const HTML =
  '<h1>Welcome</h1><p>Hello <b>Bob</b>,<br>please <a href="https://example.com/confirm?a=1&amp;b=2">confirm</a>.</p>' +
  '<div style="display:none">Hidden</div><ul><li>one</li><li>two</li></ul>';
const TEXT_PART =
  'Welcome\n\nHello Bob,\nplease confirm [1].\n\n- one\n- two\n\n[1] https://example.com/confirm?a=1&b=2';

test('A message of HTML alone has a text part that says what a person sees of the HTML', async () => {
  const message = await outgoingMessage('html', { html: HTML });
  const raw = (await received(message)).toString();
  expect(raw).toContain('Content-Type: multipart/alternative');
  expect(raw).toContain(withCrlf(TEXT_PART));
  expect(raw.indexOf('Content-Type: text/plain')).toBeLessThan(raw.indexOf('Content-Type: text/html'));
  expect(await readMailContent(message.contentKey)).toMatchObject({ text: null, textOfHtml: TEXT_PART, html: HTML });
  expect(message.snippet).toBe('Welcome Hello Bob, please confirm. - one - two');
});

test('The recipient of a message of HTML alone is not warned about differences', async () => {
  const word = fc.constantFrom('a', 'Hello', '42', 'ünder', '<', '&amp;', 'x [1]');
  const link = fc.constantFrom('<a href="https://a.test/1">one</a>', '<a href="mailto:a@b.test?subject=x y">write</a>');
  const block = fc.constantFrom('p', 'li', 'h2', 'td', 'blockquote', 'blockquote type=cite', 'pre');
  const part = fc.tuple(block, fc.array(fc.oneof(word, link))).map(([tag, words]) => `<${tag}>${words.join(' ')}</>`);
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      const message = await outgoingMessage('same', { html: parts.join('') });
      const { raw } = await messageMail(message);
      expect((await parseMail(raw, '')).warnings).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('A message of HTML without a word has no text part', async () => {
  const raw = (await received(await outgoingMessage('picture', { html: '<img src="cid:a">' }))).toString();
  expect(raw).not.toContain('text/plain');
});

test('What an earlier release has stored is sent as that release would send it', async () => {
  const message = await outgoingMessage('old', { html: '<p>a\nb</p>' });
  const { mimeForm: _, ...content } = await readMailContent(message.contentKey);
  await writeMailContent(message.contentKey, content);
  const raw = (await messageMail(message)).raw.toString();
  expect(raw).toContain('Content-Type: text/html; charset=utf-8');
  expect(raw).toContain('<p>a\nb</p>');
  expect(raw).not.toContain('text/plain');
});
