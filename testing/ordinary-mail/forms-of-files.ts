import type { Content } from './contents.ts';
import { both, html, htmlPart, type MailFile, type MimeForm, plainPart } from './mime-form.ts';
import { encodedWord, extended, filePart, multipart, part, quotedPrintable, textPart, utf8 } from './mime-writer.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const withImage = (content: Content) => html(content).replace('</body>', '<img src="cid:i@x" alt=""></body>');
const pdf = (content: Content) => filePart('application/pdf', `attachment; filename*=${extended(content.file)}`, PDF);
const image = (type = 'inline') =>
  filePart('image/png; name=i.png', `${type}; filename=i.png`, PNG, 'Content-ID: <i@x>');
const named = (name: string | null, bytes: Buffer): readonly MailFile[] => [{ name, bytes }];
const onePdf = ({ file }: Content) => named(file, PDF);
const oneImage = () => named('i.png', PNG);
const table = ({ first, second }: Content) => utf8(`1;${first}\r\n2;${second}\r\n`);
const earlier = (content: Content) =>
  utf8(part(['From: a@shop.example', 'Subject: x'], both(content).replaceAll('\n', '\r\n')));
const textFile = (type: string, name: string, bytes: Buffer, transfer: '8bit' | 'quoted-printable') =>
  part(
    [
      `Content-Type: ${type}`,
      `Content-Disposition: attachment; filename=${name}`,
      `Content-Transfer-Encoding: ${transfer}`,
    ],
    transfer === '8bit' ? bytes.toString('latin1') : quotedPrintable(bytes),
  );

/** Ways to send files with a text. */
export const FORMS_OF_FILES: readonly MimeForm[] = [
  {
    name: 'alternative with a picture that HTML shows',
    entity: (c) =>
      multipart('alternative', [
        plainPart(c),
        multipart('related', [textPart('text/html; charset=utf-8', withImage(c)), image()]),
      ]),
    files: oneImage,
  },
  {
    name: 'related around the alternatives',
    entity: (c) =>
      multipart('related', [
        multipart('alternative', [plainPart(c), textPart('text/html; charset=utf-8', withImage(c))]),
        image(),
      ]),
    files: oneImage,
  },
  { name: 'mixed with a PDF', entity: (c) => multipart('mixed', [plainPart(c), pdf(c)]), files: onePdf },
  {
    name: 'mixed, alternative, a PDF',
    entity: (c) =>
      multipart('mixed', [multipart('alternative', [plainPart(c), htmlPart(c)], 'inner'), pdf(c)], 'outer'),
    files: onePdf,
  },
  {
    name: 'mixed, related, alternative, a picture and a PDF',
    entity: (c) =>
      multipart('mixed', [
        multipart('related', [multipart('alternative', [plainPart(c), htmlPart(c)], 'a'), image()], 'r'),
        pdf(c),
      ]),
    files: (c) => [...oneImage(), ...onePdf(c)],
  },
  {
    name: 'texts around a picture',
    entity: (c) =>
      multipart('mixed', [
        textPart('text/plain; charset=utf-8', c.first),
        image(),
        textPart('text/plain; charset=utf-8', c.second),
      ]),
    files: oneImage,
  },
  {
    name: 'HTML around a PDF within an alternative',
    entity: (c) =>
      multipart('alternative', [
        plainPart(c),
        multipart('mixed', [
          textPart('text/html; charset=utf-8', `<p>${c.first}</p>`),
          pdf(c),
          textPart('text/html; charset=utf-8', `<p>${c.second}</p>`),
        ]),
      ]),
    files: onePdf,
  },
  {
    name: 'a file with an encoded word as its name',
    entity: (c) =>
      multipart('mixed', [
        plainPart(c),
        filePart(
          `application/pdf; name="${encodedWord(c.file)}"`,
          `attachment; filename="${encodedWord(c.file)}"`,
          PDF,
        ),
      ]),
    files: onePdf,
  },
  {
    name: 'a file with raw UTF-8 as its name',
    entity: (c) =>
      multipart('mixed', [
        plainPart(c),
        filePart('application/pdf', `attachment; filename="${utf8(c.file).toString('latin1')}"`, PDF),
      ]),
    files: onePdf,
  },
  {
    name: 'a file with a name in pieces',
    entity: (c) => {
      const name = extended(c.file);
      const cut = name.indexOf("''") + 2 + 9;
      const pieces = `filename*0*=${name.slice(0, cut)};\r\n filename*1*=${name.slice(cut)}`;
      return multipart('mixed', [plainPart(c), filePart('application/pdf', `attachment;\r\n ${pieces}`, PDF)]);
    },
    files: onePdf,
  },
  {
    name: 'a file that only its type names',
    entity: (c) => multipart('mixed', [plainPart(c), filePart('application/pdf; name=bill.pdf', 'attachment', PDF)]),
    files: () => named('bill.pdf', PDF),
  },
  {
    name: 'a named text that is inline',
    entity: (c) =>
      multipart('mixed', [
        plainPart(c),
        filePart('text/plain; charset=utf-8', 'inline; filename=notes.txt', Buffer.from('not for reading')),
      ]),
    files: () => named('notes.txt', Buffer.from('not for reading')),
  },
  {
    name: 'a picture as a file',
    entity: (c) => multipart('mixed', [plainPart(c), filePart('image/png', 'attachment; filename=i.png', PNG)]),
    files: oneImage,
  },
  {
    name: 'a signed email',
    entity: (c) =>
      multipart('signed; micalg=sha-256; protocol="application/pgp-signature"', [
        plainPart(c),
        filePart('application/pgp-signature; name=signature.asc', 'attachment; filename=signature.asc', PDF),
      ]),
    files: () => named('signature.asc', PDF),
  },
  {
    name: 'an invitation as an alternative',
    entity: (c) =>
      multipart('alternative', [
        plainPart(c),
        htmlPart(c),
        textPart('text/calendar; charset=utf-8; method=REQUEST', 'BEGIN:VCALENDAR\nEND:VCALENDAR\n', 'base64'),
      ]),
    files: () => named(null, Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')),
  },
  {
    name: 'no last boundary',
    entity: (c) => multipart('mixed', [plainPart(c), pdf(c)], 'b').replace('--b--\r\n', ''),
    files: onePdf,
  },
  {
    name: 'a text before the first boundary, and one after the last',
    entity: (c) =>
      `${multipart('mixed', [plainPart(c), pdf(c)], 'b').replace('\r\n\r\n--b', '\r\n\r\nThis is MIME.\r\n--b')}The end.\r\n`,
    files: onePdf,
  },
  {
    name: 'a boundary that begins another one',
    entity: (c) => multipart('mixed', [multipart('alternative', [plainPart(c), htmlPart(c)], 'bb'), pdf(c)], 'b'),
    files: onePdf,
  },
  {
    name: 'a table in quoted-printable',
    entity: (c) => multipart('mixed', [plainPart(c), textFile('text/csv', 'table.csv', table(c), 'quoted-printable')]),
    files: (c) => named('table.csv', table(c)),
  },
  {
    name: 'a table without encoding',
    entity: (c) => multipart('mixed', [plainPart(c), textFile('text/csv', 'table.csv', table(c), '8bit')]),
    files: (c) => named('table.csv', table(c)),
  },
  {
    name: 'an earlier email as a file',
    entity: (c) => multipart('mixed', [plainPart(c), textFile('message/rfc822', 'earlier.eml', earlier(c), '8bit')]),
    files: (c) => named('earlier.eml', earlier(c)),
  },
];
