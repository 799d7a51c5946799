import fc from 'fast-check';
import { decodeWords } from 'postal-mime';
import { expect, test } from 'vitest';
import { canonicalWords } from '#shared/services/inbound-mail/encoded-words.ts';
import { parse } from '../support/parse-lines.ts';

const b = (charset: string, bytes: Uint8Array) => `=?${charset}?B?${Buffer.from(bytes).toString('base64')}?=`;
const q = (charset: string, bytes: Uint8Array) =>
  `=?${charset}?Q?${[...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('')}?=`;

test.each<[string, string, string]>([
  ['split inside a character, each word padded', '=?utf-8?B?ZsM=?=\r\n =?utf-8?B?vHI=?=', 'für'],
  ['split inside a character, in Q', '=?utf-8?Q?f=C3?= =?utf-8?Q?=BCr?=', 'für'],
  ['split inside a character, in B and Q', '=?utf-8?B?ZsM=?= =?UTF-8?Q?=BCr?=', 'für'],
  ['split inside a character of Japanese', '=?shift_jis?B?gg==?= =?Shift_JIS?B?sQ==?=', 'こ'],
  ['without a blank between them', '=?utf-8?Q?a?==?utf-8?Q?b?=', 'ab'],
  ['of two charsets', '=?koi8-r?B?8A==?= =?iso-8859-1?Q?=E9?=', 'Пé'],
  [
    'between other words',
    'one =?utf-8?Q?=C3=A9?= two =?utf-8?Q?=C3=A9?= =?utf-8?Q?=C3=A9?= three',
    'one é two éé three',
  ],
  ['with a language', '=?utf-8*de?Q?=C3=BC?=', 'ü'],
  ['with the label utf-8 over bytes of windows-1252', '=?utf-8?Q?Gr=FC=DFe?=', 'Grüße'],
  ['with an unknown label', '=?x-unknown?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
  ['with blanks inside', '=?utf-8?Q?a b?=', 'a b'],
  ['that are not complete', '=?utf-8?Q?a', '=?utf-8?Q?a'],
])('A subject of encoded words %s is read right', async (_, field, subject) => {
  expect((await parse(['From: a@b.c', `Subject: ${field}`, '', 'x'])).subject).toBe(subject);
});

test('Names of people and of files are read from encoded words that are split inside a character', async () => {
  const words = '=?utf-8?B?ZsM=?= =?utf-8?B?vHI=?=';
  const mail = await parse([
    `From: ${words} <ada@example.com>`,
    `To: "${words}" <bob@example.com>, =?utf-8?Q?a=2C_b?= <c@example.com>`,
    `Cc: ${words} <cc@example.com>`,
    `Reply-To: ${words} <re@example.com>`,
    'Content-Type: multipart/mixed; boundary=A',
    '',
    '--A',
    `Content-Type: application/pdf; name="${words}.pdf"`,
    '',
    'x',
    '--A',
    'Content-Type: application/pdf',
    `Content-Disposition: attachment; filename="${words}"`,
    '',
    'x',
    '--A--',
  ]);
  const names = [mail.from, mail.to, mail.cc, mail.replyTo].flat().map(({ name }) => name);
  expect(names).toEqual(['für', 'für', 'a, b', 'für', 'für']);
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['für.pdf', 'für']);
  expect(mail.content.headers.find(({ name }) => name === 'From')?.value).toBe(`${words} <ada@example.com>`);
});

test.each([
  ["filename*=utf-8''f%C3%BCr.txt", 'für.txt'],
  ["filename*=utf-8'de'Gr%FC%DFe.txt", 'Grüße.txt'],
  ["filename*=iso-8859-1''Gr%FC%DFe.txt", 'Grüße.txt'],
  ["filename*0*=utf-8''Gr%FC; filename*1*=%DFe; filename*2=.txt", 'Grüße.txt'],
  ["filename*1*=%BCr.txt; filename*0*=utf-8''f%C3", 'für.txt'],
  ["filename*=unknown''f%C3%BCr.txt", 'für.txt'],
  ['filename="Gr\xfc\xdfe.txt"', 'Grüße.txt'],
])('The file name of a disposition with %s is read', async (parameter, name) => {
  const disposition = `Content-Disposition: attachment; ${parameter}`;
  const part = ['--A', 'Content-Type: application/pdf', disposition, '', 'x', '--A--'];
  const mail = await parse(['From: a@b.c', 'Content-Type: multipart/mixed; boundary=A', '', ...part]);
  expect(mail.attachments.map(({ filename }) => filename)).toEqual([name]);
});

test('Header fields in UTF-8 or windows-1252 without encoded words are read', async () => {
  const mail = await parse(['From: Gr\xfc\xdfe <a@b.c>', 'Subject: f\xc3\xbcr', 'X-Note: caf\xe9', '', 'x']);
  expect([mail.from[0]?.name, mail.subject]).toEqual(['Grüße', 'für']);
  expect(mail.content.headers.at(-1)).toEqual({ name: 'X-Note', value: 'café' });
});

test('A text that is cut into encoded words anywhere is read whole', () => {
  const cuts = fc.array(fc.nat(40), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      cuts,
      fc.boolean(),
      (text, at, base64) => {
        const bytes = Buffer.from(text);
        const ends = [...new Set([...at.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((x, y) => x - y);
        const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        const field = pieces.map((piece) => (base64 ? b('utf-8', piece) : q('utf-8', piece))).join(' ');
        const isMarked = text.startsWith('\ufeff') || text.includes('\x1b$');
        expect(isMarked || decodeWords(canonicalWords(field)) === text).toBe(true);
      },
    ),
  );
});
