import { createHash } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { messageIdOf } from '#shared/domain/mail/references.ts';
import { headerOnly } from '#shared/services/inbound-mail/header-only.ts';
import { parseAttachments, parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import type { ParsedMail } from '#shared/services/inbound-mail/parsed-mail.ts';
import { corpusMails, overSmtp, setOf } from '#testing/mail-corpus.ts';
import { EXPECTED, type Meaning, meaningOf } from '../support/mail-expectations.ts';

const ENVELOPE = 'envelope@example.com';
const mails = corpusMails();

/** The number of emails in each set, and of those without an address in the From field. */
const SETS: Readonly<Record<string, readonly [mails: number, withoutFrom: number]>> = {
  'commons-email': [8, 0],
  cpython: [48, 9],
  'eml-format': [3, 0],
  'flufl-bounce': [100, 3],
  'james-icalendar': [1, 0],
  'james-jmap': [5, 0],
  'james-mailbox': [39, 8],
  'mail-parser-dovecot': [18, 10],
  'mail-parser-malformed': [22, 17],
  'mail-parser-rfc': [10, 4],
  mailparse: [2, 1],
  mailparser: [2, 1],
  'mime-tools': [31, 14],
  mime4j: [30, 20],
  talon: [12, 0],
  tika: [20, 2],
};

const read = (mail: ParsedMail) => ({
  ...mail,
  text: mail.content.text,
  html: mail.content.html,
  attachments: mail.attachments.map(({ filename, contentType }) => [filename, contentType] as const),
  automated: mail.isAutomated,
});

describe('the corpus', () => {
  test('The corpus is complete, and has no mail twice', () => {
    const digests = mails.map(({ raw }) => createHash('sha256').update(raw).digest('hex'));
    expect(new Set(digests).size).toBe(mails.length);
    expect(countBySet(() => true)).toEqual(only(0));
  });

  test('An email has the same Message-ID whether the whole mail or only its header is read', async () => {
    for (const { name, raw } of mails) {
      const { rfcMessageId } = await parseMail(raw, ENVELOPE);
      expect({ name, id: messageIdOf(headerOnly(raw).bytes) ?? null }).toEqual({ name, id: rfcMessageId });
    }
  });

  test('The emails of the corpus that are not parsed are known, with the reasons', async () => {
    const problems = new Map<string, string | null>();
    for (const { name, raw } of mails) problems.set(name, (await parseMail(raw, ENVELOPE)).problem);
    expect(countBySet((name) => problems.get(name) === 'no From field')).toEqual(only(1));
    const others = [...problems].filter(([, problem]) => problem !== null && problem !== 'no From field');
    expect(others).toEqual([['mailparse/nested.eml', expect.stringContaining('nesting')]]);
  });

  test('Every email of the corpus fits into a row and a reply, with the line ends of files and of SMTP, and is always read the same', async () => {
    for (const { name, raw } of mails) {
      for (const bytes of [raw, overSmtp(raw)]) {
        const mail = await parseMail(bytes, ENVELOPE);
        const { content, ...row } = mail;
        // DynamoDB, limits: 400 KB an item; the other fields of the row take a few.
        expect(Buffer.byteLength(JSON.stringify(marshall(row))), name).toBeLessThan(380_000);
        expect(Buffer.byteLength(JSON.stringify(content)), name).toBeLessThan(4_000_000);
        const sizes = (await parseAttachments(bytes)).map(({ byteLength }) => byteLength);
        expect(sizes, name).toEqual(mail.attachments.map(({ size }) => size));
        expect(mail.from.length, name).toBeGreaterThan(0);
        expect(await parseMail(bytes, ENVELOPE), name).toEqual(mail);
      }
    }
  });
});

describe('emails of the corpus that are hard to read', () => {
  test.each(Object.entries(EXPECTED))('The mail %s is read as a person reads it', async (name, meaning: Meaning) => {
    const raw = mails.find((mail) => mail.name === name)?.raw ?? Buffer.alloc(0);
    expect(meaningOf(read(await parseMail(raw, ENVELOPE)), meaning)).toEqual(meaning);
    expect(meaningOf(read(await parseMail(overSmtp(raw), ENVELOPE)), meaning)).toEqual(meaning);
  });
});

function countBySet(passes: (name: string) => boolean): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(Object.keys(SETS).map((set) => [set, 0]));
  for (const { name } of mails) {
    if (passes(name)) counts[setOf(name)] = (counts[setOf(name)] ?? 0) + 1;
  }
  return counts;
}

function only(column: 0 | 1): Record<string, number> {
  return Object.fromEntries(Object.entries(SETS).map(([set, row]) => [set, row[column]]));
}
