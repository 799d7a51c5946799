import { randomBytes } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { ENVELOPE, head, parse } from '../support/parse-lines.ts';

test('Arbitrary bytes are read or reported as unreadable, but never throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
      const mail = await parseMail(bytes, ENVELOPE);
      expect(mail.problem === null || typeof mail.problem === 'string').toBe(true);
    }),
  );
  expect((await parseMail(randomBytes(200_000), ENVELOPE)).from).toHaveLength(1);
});

test('10,000 header fields are read, and 500 of them stored', async () => {
  const mail = await parse(head(...Array.from({ length: 10_000 }, (_, index) => `X-${index}: v`)));
  expect(mail.problem).toBeNull();
  expect(mail.content.headers).toHaveLength(500);
});

test('A megabyte of headers and 200 levels of nesting are reported and not read', async () => {
  const fields = Array.from({ length: 200_000 }, (_, index) => `X-${index}: v`).join('\r\n');
  expect((await parse(head(fields))).problem).toContain('header');
  const deep = Array.from({ length: 200 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`);
  expect((await parse(['From: a@b.c', ...deep, '', 'x'])).problem).toContain('nesting');
});

test('The fields of any mail fit into one row', async () => {
  const person = (index: number) => `"${'\xe4'.repeat(250)}" <${'l'.repeat(60)}${index}@${'d'.repeat(200)}.com>`;
  const list = (field: string) => `${field}: ${Array.from({ length: 240 }, (_, i) => person(i)).join(',\r\n ')}`;
  const attachment = (index: number) =>
    [
      '--A',
      `Content-Type: application/${'t'.repeat(300)}; name="${'n'.repeat(300)}${index}"`,
      `Content-ID: <${'c'.repeat(300)}>`,
      'Content-Disposition: attachment',
      '',
      'x',
    ].join('\r\n');
  const mail = await parse([
    'From: a@b.c',
    list('To'),
    list('Cc'),
    list('Reply-To'),
    `Subject: ${'s'.repeat(3000)}`,
    'Content-Type: multipart/mixed; boundary=A',
    '',
    ...Array.from({ length: 300 }, (_, index) => attachment(index)),
    '--A--',
  ]);
  expect(mail.problem).toBeNull();
  expect(mail.to.length).toBeGreaterThan(10);
  const { content: _, ...row } = mail;
  // DynamoDB, limits: 400 KB an item; the other fields of the row take a few.
  expect(Buffer.byteLength(JSON.stringify(marshall(row, { removeUndefinedValues: true })))).toBeLessThan(380_000);
});
