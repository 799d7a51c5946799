import { both, html, htmlPart, type MimeForm, plainPart } from './mime-form.ts';
import {
  base64,
  encodedWord,
  latin1,
  multipart,
  part,
  quotedPrintable,
  textPart,
  utf8,
  windows1252,
} from './mime-writer.ts';

/** Ways to write the text of an email. */
export const FORMS_OF_TEXTS: readonly MimeForm[] = [
  { name: 'plain, quoted-printable', entity: plainPart },
  { name: 'plain, base64', entity: (c) => textPart('text/plain; charset=utf-8', both(c), 'base64') },
  { name: 'plain, 8bit', entity: (c) => textPart('text/plain; charset=utf-8', both(c), '8bit') },
  { name: 'plain without a charset', entity: (c) => textPart('text/plain', both(c), '8bit') },
  {
    name: 'no fields of content',
    entity: (c) => part(['X-Mailer: x'], both(c).replaceAll('\n', '\r\n')),
    languages: ['English'],
  },
  { name: 'UTF-8 that says us-ascii', entity: (c) => textPart('text/plain; charset=us-ascii', both(c), '8bit') },
  { name: 'UTF-8 that says iso-8859-1', entity: (c) => textPart('text/plain; charset=iso-8859-1', both(c), '8bit') },
  {
    name: 'Windows-1252 that says iso-8859-1',
    entity: (c) => textPart('text/plain; charset=iso-8859-1', both(c), 'quoted-printable', windows1252),
    languages: ['German'],
  },
  {
    name: 'Latin-1 without a charset',
    entity: (c) => textPart('text/plain', both(c), '8bit', latin1),
    shown: ({ first, second }) => [first, second],
    languages: ['French'],
  },
  { name: 'an unknown charset', entity: (c) => textPart('text/plain; charset=x-unknown', both(c), '8bit') },
  {
    name: 'a charset without its closing quote',
    entity: (c) => textPart('text/plain; charset="utf-8', both(c), 'base64'),
  },
  { name: 'HTML alone', entity: htmlPart },
  {
    name: 'HTML with the charset in a meta element',
    entity: (c) => textPart('text/html', `<meta charset=utf-8>${html(c)}`, '8bit'),
  },
  { name: 'alternative', entity: (c) => multipart('alternative', [plainPart(c), htmlPart(c)]) },
  { name: 'alternative, HTML first', entity: (c) => multipart('alternative', [htmlPart(c), plainPart(c)]) },
  {
    name: 'alternative with an empty plain part',
    entity: (c) => multipart('alternative', [textPart('text/plain; charset=utf-8', ''), htmlPart(c)]),
  },
  {
    name: 'alternative with a plain part that points to a browser',
    entity: (c) => multipart('alternative', [textPart('text/plain', 'Please use a browser.'), htmlPart(c)]),
  },
  {
    name: 'a text and the footer of a mailing list',
    entity: (c) => multipart('mixed', [plainPart(c), textPart('text/plain', '____\nThe list of gardeners')]),
    shown: ({ first, second }) => [first, second, '____ The list of gardeners'],
  },
  {
    name: 'flowed text',
    entity: (c) => textPart('text/plain; charset=utf-8; format=flowed', both(c).replaceAll(' ', ' \n'), '8bit'),
    languages: ['English', 'German', 'French', 'Russian'],
  },
  {
    name: 'flowed text without the blanks',
    entity: (c) =>
      textPart('text/plain; charset=utf-8; format=flowed; delsp=yes', both(c).replaceAll('。', ' \n。'), 'base64'),
    languages: ['Japanese'],
  },
  {
    name: 'names of fields and values in capitals',
    entity: (c) =>
      part(
        ['CONTENT-TYPE: TEXT/PLAIN; CHARSET="UTF-8"', 'CONTENT-TRANSFER-ENCODING: BASE64'],
        base64(utf8(both(c).replaceAll('\n', '\r\n'))),
      ),
  },
  {
    name: 'a folded type with a comment',
    entity: (c) =>
      part(
        [
          'Content-Type:\r\n\ttext/plain (plain text);\r\n\tcharset=utf-8',
          'Content-Transfer-Encoding: quoted-printable',
        ],
        quotedPrintable(utf8(both(c).replaceAll('\n', '\r\n'))),
      ),
  },
];

/** Ways to write its subject. */
export const FORMS_OF_SUBJECTS: readonly MimeForm[] = [
  { name: 'a subject in raw UTF-8', entity: plainPart, subject: ({ subject }) => utf8(subject).toString('latin1') },
  { name: 'a subject in Q', entity: htmlPart, subject: ({ subject }) => encodedWord(subject, 'Q') },
  {
    name: 'a subject that is folded in its middle',
    entity: htmlPart,
    subject: ({ subject }) => {
      const words = subject.split(' ');
      return [encodedWord(`${words[0]} `), encodedWord(words.slice(1).join(' '))].join('\r\n ');
    },
    languages: ['English', 'German', 'French', 'Russian'],
  },
  {
    name: 'a subject that is cut within a character',
    entity: plainPart,
    subject: ({ subject }) => {
      const bytes = utf8(subject);
      const word = (piece: Buffer) => `=?utf-8?B?${piece.toString('base64')}?=`;
      return `${word(bytes.subarray(0, 7))}\r\n ${word(bytes.subarray(7))}`;
    },
  },
];
