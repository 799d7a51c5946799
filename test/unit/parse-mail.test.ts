import MailComposer from 'nodemailer/lib/mail-composer';
import { expect, test } from 'vitest';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { ENVELOPE, head, parse } from '../support/parse-lines.ts';

test('Sender, recipients, text, HTML, attachments and threading are read from an email', async () => {
  const composed = new MailComposer({
    from: { name: 'Ada Löwe', address: 'ada@example.com' },
    to: ['bot@agents.test', { name: 'Käthe', address: 'kaethe@example.com' }],
    cc: 'cc@example.com',
    bcc: 'hidden@example.com',
    replyTo: 'reply@example.com',
    subject: 'Grüße – ✓',
    messageId: '<m3@example.com>',
    inReplyTo: '<m2@example.com>',
    references: ['<m1@example.com>', '<m2@example.com>'],
    text: 'Hällo\nthere',
    html: '<p>Hällo <img src="cid:pic"></p>',
    attachments: [
      { filename: 'räport.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' },
      { filename: 'pic.png', content: Buffer.from('png'), cid: 'pic', contentDisposition: 'inline' },
    ],
  });
  const mail = await parseMail(await composed.compile().build(), ENVELOPE);
  expect(mail).toMatchObject({
    from: [{ address: 'ada@example.com', name: 'Ada Löwe' }],
    to: [
      { address: 'bot@agents.test', name: null },
      { address: 'kaethe@example.com', name: 'Käthe' },
    ],
    cc: [{ address: 'cc@example.com', name: null }],
    replyTo: [{ address: 'reply@example.com', name: null }],
    subject: 'Grüße – ✓',
    snippet: 'Hällo',
    rfcMessageId: '<m3@example.com>',
    inReplyTo: '<m2@example.com>',
    referencedIds: ['<m2@example.com>', '<m1@example.com>'],
    isAutomated: false,
    problem: null,
  });
  expect(mail.attachments.find(({ disposition }) => disposition === 'attachment')).toEqual({
    filename: 'räport.pdf',
    contentType: 'application/pdf',
    size: 4,
    contentId: null,
    disposition: 'attachment',
  });
  expect(mail.attachments.find(({ disposition }) => disposition === 'inline')).toMatchObject({
    filename: 'pic.png',
    size: 3,
    contentId: expect.stringMatching(/^[^<>]*pic[^<>]*$/),
  });
  expect(mail.content.text).toContain('Hällo');
  expect(mail.content.html).toContain('<p>Hällo');
  expect(JSON.stringify(mail)).not.toContain('hidden@example.com');
});

test('Text, HTML and attachments are read from nested multiparts', async () => {
  const mail = await parse([
    'From: ada@example.com',
    'Content-Type: multipart/mixed; boundary=A',
    '',
    '--A',
    'Content-Type: multipart/related; boundary=B',
    '',
    '--B',
    'Content-Type: multipart/alternative; boundary=C',
    '',
    '--C',
    'Content-Type: text/plain; charset=iso-8859-15',
    '',
    'price: \xa4',
    '--C',
    'Content-Type: text/html',
    '',
    '<b>price</b>',
    '--C--',
    '--B--',
    '--A',
    'Content-Type: message/rfc822',
    '',
    'From: other@example.com',
    '',
    'forwarded',
    '--A--',
  ]);
  expect(mail.snippet).toBe('price');
  expect(mail.content.hiddenText).toBeUndefined();
  expect(mail.content.text).toBe('price');
  expect(mail.content.html).toContain('<b>price</b>');
  expect(mail.attachments).toMatchObject([{ contentType: 'message/rfc822' }]);
  expect(mail.from).toEqual([{ address: 'ada@example.com', name: null }]);
});

test.each([
  ['encoded words', 'Subject: =?utf-8?B?R3LDvMOfZQ==?= =?iso-8859-1?Q?_=E9?=', 'Grüße é'],
  ['an encoded word over two lines', 'Subject: =?utf-8?Q?a?=\r\n =?utf-8?Q?b?=', 'ab'],
  ['an encoded word that is broken', 'Subject: =?utf-8?B?!!!?=', expect.any(String)],
  ['an unknown charset', 'Subject: =?x-unknown?Q?abc?=', expect.stringContaining('abc')],
  ['a folded line', 'Subject: one\r\n two', 'one two'],
  ['no subject', 'X-Other: 1', ''],
  ['a subject without end', `Subject: ${'x'.repeat(5000)}`, 'x'.repeat(998)],
])('The subject is read with %s', async (_, field, subject) => {
  expect((await parse(head(field))).subject).toEqual(subject);
});

test.each([
  ['windows-1252', 'quoted-printable', '=80 =93x=94', '€ “x”'],
  ['utf-8', 'base64', Buffer.from('naïve').toString('base64'), 'naïve'],
  ['shift_jis', '8bit', '\x82\xb1\x82\xf1', 'こん'],
  ['no-such-charset', '7bit', 'plain', 'plain'],
])('A body in %s and %s is read', async (charset, encoding, body, text) => {
  const fields = [`Content-Type: text/plain; charset=${charset}`, `Content-Transfer-Encoding: ${encoding}`];
  expect((await parse(['From: a@b.c', ...fields, '', body])).snippet).toBe(text);
});

test('An HTML mail without text has a readable snippet', async () => {
  const mail = await parse([
    'From: a@b.c',
    'Content-Type: text/html',
    '',
    '<style>p{}</style><p>Hello <a href="x">you</a></p>',
  ]);
  expect(mail.snippet).toBe('Hello you');
  expect(mail.content).toMatchObject({ text: 'Hello you', textSource: 'html', extractedText: 'Hello you' });
});

test.each([
  ['is missing', []],
  ['names only a group', ['From: undisclosed-recipients:;']],
  ['names only a person', ['From: Ada']],
  ['is empty', ['From: ;']],
])('If the From field %s, the sender is read from the envelope and a problem is recorded', async (_, fields) => {
  const mail = await parse([...fields, 'Subject: x', '', 'body']);
  expect(mail).toMatchObject({ from: [{ address: ENVELOPE, name: null }], problem: 'no From field', subject: 'x' });
  expect((await parse([...fields, '', 'body'], '')).from).toEqual([]);
});

test.each<[string, string[], string[]]>([
  ['a list', ['From: Ada <ada@a.example>, bob@b.example'], ['ada@a.example', 'bob@b.example']],
  ['a list in lines', ['From: ada@a.example,', ' Bob <bob@b.example>'], ['ada@a.example', 'bob@b.example']],
  ['a group', ['From: Us: ada@a.example, bob@b.example;'], ['ada@a.example', 'bob@b.example']],
  ['a group and others', ['From: Us: ada@a.example;, bob@b.example'], ['ada@a.example', 'bob@b.example']],
  ['two fields', ['From: ada@a.example', 'From: bob@b.example'], ['ada@a.example', 'bob@b.example']],
  ['a repetition', ['From: ada@a.example, bob@b.example, ADA@a.example'], ['ada@a.example', 'bob@b.example']],
])('Every author of a mail with %s is read, and none of them is the only one', async (_, fields, expected) => {
  const mail = await parse([...fields, 'Sender: eve@e.example', '', 'body']);
  expect(mail.from.map(({ address }) => address)).toEqual(expected);
  expect([mail.hasOneAuthor, mail.hasTooManyAuthors]).toEqual([false, false]);
});

test('More than 20 authors are noticed, also where the list is cut', async () => {
  const authors = (count: number, name = '') => {
    const list = Array.from({ length: count }, (_, index) => `${name} <a${index}@a.example>`);
    return parse([`From: ${list.join(',\r\n ')}`, '', 'body']);
  };
  expect((await authors(20)).hasTooManyAuthors).toBe(false);
  expect((await authors(21)).hasTooManyAuthors).toBe(true);
  const cut = await authors(300, 'x'.repeat(250));
  expect(cut.hasTooManyAuthors).toBe(true);
  expect(cut.from.length).toBeLessThan(300);
});

test.each([
  ['"/evil/../passwd"', 'passwd'],
  [String.raw`"C:\\Users\\ada\\offer.pdf"`, 'offer.pdf'],
  ['"plain.txt"', 'plain.txt'],
  ['"folder/"', null],
])('An attachment with the file name %s is stored with the name %j', async (given, expected) => {
  const mail = await parse([
    'From: ada@example.com',
    'Content-Type: multipart/mixed; boundary=A',
    '',
    '--A',
    'Content-Type: application/pdf',
    `Content-Disposition: attachment; filename=${given}`,
    '',
    'x',
    '--A--',
  ]);
  expect(mail.attachments.map(({ filename }) => filename)).toEqual([expected]);
});

test.each([
  ['image/p\u0001ng', 'application/octet-stream'],
  ['image/é', 'application/octet-stream'],
  ['image/日本', 'application/octet-stream'],
  ['application/x y', 'application/octet-stream'],
  ['pdf', 'application/octet-stream'],
  [`image/${'x'.repeat(128)}`, 'application/octet-stream'],
  ['Image/SVG+xml', 'image/svg+xml'],
  ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
])('An attachment with the declared type %j is stored as %s', async (given, expected) => {
  const mail = await parseMail(
    Buffer.from(
      [
        'From: ada@example.com',
        'Content-Type: multipart/mixed; boundary=A',
        '',
        '--A',
        `Content-Type: ${given}`,
        'Content-Disposition: attachment; filename=x',
        '',
        'x',
        '--A--',
      ].join('\r\n'),
    ),
    ENVELOPE,
  );
  expect(mail.attachments.map(({ contentType }) => contentType)).toEqual([expected]);
});

test('A folded subject is one line', async () => {
  expect((await parse(['From: ada@example.com', 'Subject: one', '\ttwo', '', 'x'])).subject).toBe('one two');
});
