import { describe, expect, test } from 'vitest';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';

/** Words in charsets that no mail of the corpus has, as another program encoded them. */
const WORDS: readonly (readonly [charset: string, words: string, base64: string])[] = [
  ['iso-2022-jp', 'こんにちは世界', 'GyRCJDMkcyRLJEEkT0AkMyYbKEI='],
  ['euc-jp', '日本語の件名', 'xvzL3LjspM6378y+'],
  ['gb18030', '你好，世界𠀀', 'xOO6w6OsysC955UygjY='],
  ['gbk', '发票', 't6LGsQ=='],
  ['big5', '繁體中文', 'wWPF6aSkpOU='],
  ['euc-kr', '안녕하세요', 'vsiz58fPvLy/5A=='],
  ['ks_c_5601-1987', '안녕하세요', 'vsiz58fPvLy/5A=='],
  ['koi8-r', 'Привет, мир', '8NLJ18XULCDNydI='],
  ['koi8-u', 'Привіт, світе', '8NLJ16bULCDT16bUxQ=='],
  ['windows-1251', 'Счёт-фактура', '0fe48i304Ory8/Dg'],
  ['windows-1250', 'Příliš žluťoučký', 'UPjtbGmaIJ5sdZ1vdehr/Q=='],
  ['windows-1253', 'Καλημέρα', 'yuHr5+zd8eE='],
  ['windows-1254', 'Şişli', '3mn+bGk='],
  ['windows-1255', 'שלום', '+ezl7Q=='],
  ['windows-1256', 'مرحبا', '49HNyMc='],
  ['iso-8859-2', 'Zażółć gęślą', 'WmG/87PmIGfqtmyx'],
  ['tis-620', 'สวัสดี', 'ysfRyrTV'],
];

/** Types of parts that have to become files, with the names that senders give them. */
const FILES: readonly (readonly [type: string, name: string])[] = [
  ['application/ms-tnef', 'winmail.dat'],
  ['application/pkcs7-mime; smime-type=enveloped-data', 'smime.p7m'],
  ['application/pkcs7-signature', 'smime.p7s'],
  ['application/pgp-encrypted', 'version.asc'],
  ['application/octet-stream', 'encrypted.asc'],
  ['text/calendar; method=REQUEST; charset=utf-8', 'invite.ics'],
  ['message/delivery-status', 'details.txt'],
  ['message/rfc822', 'forwarded.eml'],
  ['text/vcard', 'ada.vcf'],
];

const parse = (...lines: string[]) => parseMail(Buffer.from(lines.join('\r\n'), 'latin1'), 'envelope@example.com');

/** An email with one part that is a file. */
const withFile = (...fields: string[]) =>
  parse(
    'From: ada@example.com',
    'Content-Type: multipart/mixed; boundary=A',
    '',
    '--A',
    'Content-Type: text/plain',
    '',
    'see the file',
    '--A',
    ...fields,
    'Content-Transfer-Encoding: base64',
    '',
    'eJ8+Ig==',
    '--A--',
    '',
  );

describe('words of many scripts', () => {
  test.each(WORDS)('Subject, name of the sender, text and file name are read in %s', async (charset, words, base64) => {
    const mail = await parse(
      `From: =?${charset}?B?${base64}?= <ada@example.com>`,
      `Subject: =?${charset}?B?${base64}?=`,
      `Content-Type: text/plain; charset="${charset}"`,
      'Content-Transfer-Encoding: base64',
      '',
      base64,
    );
    expect(mail).toMatchObject({ subject: words, snippet: words, from: [{ name: words }], problem: null });

    const percent = [...Buffer.from(base64, 'base64')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const { attachments } = await withFile(
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; filename*=${charset}''${percent}.pdf`,
    );
    expect(attachments).toMatchObject([{ filename: `${words}.pdf`, contentType: 'application/pdf', size: 4 }]);
  });
});

describe('names of files', () => {
  test.each([
    ['in pieces', [`filename*0="a long "; filename*1="name.pdf"`], 'a long name.pdf'],
    ['in pieces, encoded', [`filename*0*=utf-8''f%C3%BC; filename*1*=r%20; filename*2="dich.pdf"`], 'für dich.pdf'],
    ['in pieces over many lines', ['', " filename*0*=utf-8''%E2%82%AC;", ' filename*1=".pdf"'], '€.pdf'],
    ['out of order', [`filename*1="two.pdf"; filename*0="one"`], 'onetwo.pdf'],
    ['an encoded word', ['filename="=?utf-8?B?w6kucGRm?="'], 'é.pdf'],
    ['quoted and contains a quote', ['filename="a\\"b.pdf"'], 'a"b.pdf'],
    ['in bytes of UTF-8', ['filename="\xc3\xa9.pdf"'], 'é.pdf'],
  ])('A file name that is %s is read', async (_, parameter, name) => {
    const { attachments } = await withFile(
      'Content-Type: application/pdf',
      `Content-Disposition: attachment; ${parameter.join('\r\n')}`,
    );
    expect(attachments).toMatchObject([{ filename: name }]);
  });
});

describe('parts of special kinds', () => {
  test.each(FILES)('A part of type %s is a file', async (type, name) => {
    const mail = await withFile(`Content-Type: ${type}; name="${name}"`, 'Content-Disposition: attachment');
    const [contentType = ''] = type.split(';');
    expect(mail.attachments).toMatchObject([{ filename: name, contentType }]);
    expect(mail).toMatchObject({ snippet: 'see the file', problem: null });
  });

  test('An email that consists of one encrypted part is an email with a file', async () => {
    const mail = await parse(
      'From: ada@example.com',
      'Subject: secret',
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="smime.p7m"',
      '',
      'MIAGCSqGSIb3DQEHA6CAMIACAQ==',
    );
    expect(mail).toMatchObject({ subject: 'secret', snippet: '', problem: null });
    expect(mail.attachments).toMatchObject([
      { filename: 'smime.p7m', contentType: 'application/pkcs7-mime', size: 19 },
    ]);
  });
});
