import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, test, vi } from 'vitest';
import { describeHeaders } from '#local/mail-content/described-headers.ts';
import { rewriteHeaders } from '#local/mail-content/header-fields.ts';
import { judge } from '#local/mail-content/verdicts.ts';
import { isMailAddress, mailboxAddressOf, normaliseAddress, parseMailbox } from '#shared/domain/mail/address.ts';
import { topicOf } from '#shared/domain/mail/answered-subject.ts';
import { isAutomatedMail } from '#shared/domain/mail/automated-mail.ts';
import { correspondentOf } from '#shared/domain/mail/contact-rules.ts';
import { isHeaderUnambiguous } from '#shared/domain/mail/header-form.ts';
import { mailReportOf } from '#shared/domain/mail/mail-report.ts';
import { messageIdOf, messageIds, referencedMessageIds } from '#shared/domain/mail/references.ts';
import { replySubject } from '#shared/domain/mail/reply.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { authorText, linesOfPlainText } from '#shared/domain/quotations/author-text.ts';
import { quotedText } from '#shared/domain/quotations/quoted-text.ts';
import { withEscapedMarks } from '#shared/domain/safe-reading/escaped-marks.ts';
import { looksLikeKnown } from '#shared/domain/safe-reading/lookalike-domain.ts';
import { sequencesOf } from '#shared/domain/safe-reading/text-marks.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { canonicalWords } from '#shared/services/inbound-mail/encoded-words.ts';
import { extendedParameter } from '#shared/services/inbound-mail/extended-parameter.ts';
import { unflowed } from '#shared/services/inbound-mail/flowed-text.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { decodedText } from '#shared/services/inbound-mail/text-charset.ts';
import { HOSTILE_HTML, HOSTILE_TEXTS, HOSTILE_VALUES } from '../support/hostile-mail.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

// The input is large, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

/**
 * A sixteenth of the largest header, header field and text body that are read. Eight times as much is tried too: what
 * is slow for the largest of them takes a quarter of that time, and is too long all the same.
 */
const HEADER = (1024 * 1024 - 1024) / 16;
const FIELD = (96 * 1024) / 16;
const BODY = 31_000;

const parsed = (raw: Buffer) => parseMail(raw, 'envelope@example.com');
const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const FROM = 'From: ada@example.com';

describe('the time to read an email', () => {
  // One field for each way in which fields are read.
  const FIELDS = ['From', 'To', 'Subject', 'Content-Type', 'Date'];

  test.each(Object.entries(HOSTILE_VALUES))(
    'A mail with header fields of %s is read in linear time',
    async (_, value) => {
      for (const name of FIELDS) {
        const make = (size: number) => mail(...(name === 'From' ? [] : [FROM]), `${name}: ${value(size)}`, '', 'text');
        expect(await growth(parsed, make, FIELD), name).toBeLessThan(LINEAR);
      }
      const make = (size: number) => mail(FROM, `To: ${value(size)}`, '', 'text');
      expect(await growth(parsed, make, HEADER)).toBeLessThan(LINEAR);
    },
  );

  test('An email with very many header fields is read in linear time', async () => {
    for (const field of ['To: a@b.c', 'x']) {
      const make = (size: number) => mail(FROM, `${`${field}\r\n`.repeat(size / (field.length + 2))}`, 'x');
      expect(await growth(parsed, make, HEADER), field).toBeLessThan(LINEAR);
    }
  });

  const encoded = (text: string) => [
    mail(FROM, 'Content-Type: text/plain; charset=utf-8', '', text),
    mail(
      FROM,
      'Content-Type: text/plain; format=flowed; delsp=yes',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      text,
    ),
    mail(FROM, 'Content-Type: text/plain; charset=iso-2022-jp', 'Content-Transfer-Encoding: base64', '', text),
    mail(FROM, 'Content-Type: text/plain; charset=gb18030', '', text),
    mail(FROM, 'Content-Type: text/calendar; method=REQUEST', '', text),
  ];

  test.each(Object.entries(HOSTILE_TEXTS))('A mail with a text of %s is read in linear time', async (_, text) => {
    for (const index of encoded('').keys()) {
      const make = (size: number) => encoded(text(size))[index] as Buffer;
      expect(await growth(parsed, make, BODY), String(index)).toBeLessThan(LINEAR);
    }
  });

  const parts = (text: string) =>
    mail(
      FROM,
      'Content-Type: multipart/mixed; boundary=b',
      ...['', '--b', 'Content-Type: text/plain', '', 'text'],
      ...['--b', 'Content-Type: text/html', '', text, '--b--'],
    );

  test.each(Object.entries(HOSTILE_HTML))(
    'A mail with HTML of %s, with or without a text, is read in linear time',
    async (_, html) => {
      expect(
        await growth(parsed, (size: number) => mail(FROM, 'Content-Type: text/html', '', html(size)), BODY),
      ).toBeLessThan(LINEAR);
      expect(await growth(parsed, (size: number) => parts(html(size)), BODY)).toBeLessThan(LINEAR);
    },
  );

  test.each(Object.entries(HOSTILE_TEXTS))('A mail with parts of %s is read in linear time', async (_, text) => {
    expect(await growth(parsed, (size: number) => parts(text(size)), BODY)).toBeLessThan(LINEAR);
  });

  test('An email with many parts, nested or in sequence, is read in linear time', async () => {
    const boundary = (depth: number) => `${'b'.repeat(1_000)}${depth}`;
    const nested = Array.from({ length: 49 }, (_, depth) => [
      `Content-Type: multipart/mixed; boundary=${boundary(depth)}`,
      '',
      `--${boundary(depth)}`,
    ]).flat();
    const almost = `--${'b'.repeat(1_000)}x\r\n`;
    const deep = (size: number) => mail(FROM, ...nested, '', almost.repeat(size / almost.length));
    expect(await growth(parsed, deep, 8 * BODY)).toBeLessThan(LINEAR);
    const part = '--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n';
    const flat = (size: number) =>
      mail(FROM, 'Content-Type: multipart/mixed; boundary=b', '', part.repeat(size / part.length));
    expect(await growth(parsed, flat, 4_000)).toBeLessThan(LINEAR);
  });
});

describe('the time to process the text of an email', () => {
  test.each(Object.entries(HOSTILE_VALUES))('A field of %s is processed in linear time', async (_, value) => {
    const ownId = (text: string) => messageIdOf(Buffer.from(`${text}\nMessage-ID: ${text}`));
    const parameterOf = (text: string) => extendedParameter(`x; filename*=${text}; filename*${text}`, 'filename');
    const works = [
      messageIds,
      ownId,
      (text: string) => referencedMessageIds(text, text),
      replySubject,
      topicOf,
      canonicalWords,
      parameterOf,
      normaliseAddress,
    ];
    const resemblesBank = (text: string) => looksLikeKnown(text, ['bank.example']);
    const addresses = [isMailAddress, mailboxAddressOf, parseMailbox, correspondentOf, resemblesBank];
    for (const work of [...works, ...addresses])
      expect(await growth(work, value, HEADER), work.name).toBeLessThan(LINEAR);
  });

  test.each(Object.entries({ ...HOSTILE_TEXTS, ...HOSTILE_VALUES }))(
    'A text of %s is processed in linear time',
    async (_, text) => {
      const read = (body: string) => decodedText(Buffer.from(body, 'latin1'), 'utf-8', 'html');
      const report = (body: string) =>
        mailReportOf('multipart/report', () => [{ type: 'message/delivery-status', text: body }]);
      const join = (body: string) => unflowed(body, { delSp: true });
      const extracted = (one: string) => authorText(linesOfPlainText(one), { isAnswer: true, subject: one });
      const quoted = (one: string) => quotedText(linesOfPlainText(one));
      const automated = (subject: string) =>
        isAutomatedMail({ fields: () => [subject], names: [], subject, author: subject, envelopeFrom: subject });
      for (const work of [extracted, snippetOf, quoted, sequencesOf, read, report, join, automated, withEscapedMarks])
        expect(await growth(work, text, BODY), work.name).toBeLessThan(LINEAR);
    },
  );

  test.each(Object.entries({ ...HOSTILE_HTML, ...HOSTILE_TEXTS }))(
    'HTML of %s is processed in linear time',
    async (_, html) => {
      expect(await growth(textOfHtml, html, BODY)).toBeLessThan(LINEAR);
    },
  );
});

describe('the time that the local mail server takes for an email', () => {
  test.each(Object.entries(HOSTILE_VALUES))(
    'The local mail server processes a mail with fields of %s in linear time',
    async (_, value) => {
      const make = (size: number) => mail(`From: ${value(size)}`, `To: ${value(size)}`, '', 'text');
      expect(await growth(describeHeaders, make, HEADER)).toBeLessThan(LINEAR);
      const works = [
        (raw: Buffer) => rewriteHeaders(raw, ['Bcc'], [{ name: 'X', value: 'y' }]),
        (raw: Buffer) => isHeaderUnambiguous(raw),
        (raw: Buffer) => judge(raw),
      ];
      for (const work of works) expect(await growth(work, make, HEADER)).toBeLessThan(LINEAR);
    },
  );
});

describe('the time to build an email', () => {
  const build = (mail: object) =>
    new MailComposer({ from: 'ada@example.com', to: 'bob@example.com', ...mail }).compile().build();

  test.each(Object.entries({ ...HOSTILE_TEXTS, ...HOSTILE_HTML }))(
    'A mail with content of %s is built in linear time',
    async (_, text) => {
      const make = (size: number) => ({ subject: 'x', text: text(size), html: text(size) });
      expect(await growth(build, make, BODY)).toBeLessThan(LINEAR);
    },
  );
});
