import { zipOfNothing } from './zip-bomb.ts';

/** An email that is meant to cost its reader more than it cost its sender. */
export interface MailBomb {
  readonly name: string;
  readonly raw: () => Buffer | Promise<Buffer>;
  /** Whether it is parsed, or why not. */
  readonly problem: RegExp | null;
}

const MB = 1024 * 1024;
const LINE = `${'x'.repeat(76)}\r\n`;
const FROM = 'From: ada@sender.example\r\n';

const mail = (...lines: string[]) => Buffer.from([`${FROM}Subject: bomb`, ...lines].join('\r\n'), 'latin1');
const repeat = (count: number, piece: (index: number) => string) => Array.from({ length: count }, (_, i) => piece(i));
const joined = (count: number, piece: (index: number) => string) => repeat(count, piece).join('\r\n');

/** Emails that attack their reader, up to the largest that SMTP accepts. */
export const MAIL_BOMBS: readonly MailBomb[] = [
  {
    name: 'multiparts nested 10,000 deep',
    problem: /nesting depth/,
    raw: () =>
      mail(
        joined(10_000, (i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`),
        '',
        'x',
      ),
  },
  {
    name: 'mails nested 10,000 deep',
    problem: null,
    raw: () =>
      mail(
        joined(10_000, (i) => `Content-Type: message/rfc822\r\n\r\nFrom: a${i}@b.example`),
        '',
        'x',
      ),
  },
  {
    name: '100,000 parts',
    problem: /of 1000 parts/,
    raw: () =>
      mail(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        joined(100_000, (i) => `--b\r\nContent-Disposition: attachment; filename=f${i}\r\n\r\n${i}`),
        '--b--',
      ),
  },
  {
    name: '100,000 parts without a header',
    problem: /of 1000 parts/,
    raw: () =>
      mail(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        joined(100_000, (i) => `--b\r\n\r\n${i}`),
        '--b--',
      ),
  },
  {
    name: 'a boundary of a megabyte',
    problem: /header/i,
    raw: () => mail(`Content-Type: multipart/mixed; boundary="${'b'.repeat(MB)}"`, '', `--${'b'.repeat(MB)}`, '', 'x'),
  },
  {
    name: 'a header of 30 MB in one field',
    problem: /header/i,
    raw: () => mail(`X-Long: ${'x'.repeat(30 * MB)}`, '', 'text'),
  },
  {
    name: 'a header of 30 MB in folded lines',
    problem: /header/i,
    raw: () =>
      mail(
        `X-Long: x\r\n ${LINE.slice(0, -2)
          .concat('\r\n ')
          .repeat((30 * MB) / 79)}x`,
        '',
        'text',
      ),
  },
  {
    name: 'a header of 30 MB in 400,000 fields',
    problem: /header/i,
    raw: () =>
      mail(
        joined(400_000, (i) => `X-${i}: ${'v'.repeat(65)}`),
        '',
        'text',
      ),
  },
  {
    name: 'a subject, references and a sender of 300 KB each',
    problem: null,
    raw: () =>
      mail(
        `Subject: ${'=?utf-8?Q?=C3=A4?= '.repeat(16_000)}`,
        `References: ${repeat(12_000, (i) => `<${i}@a.sender.example>`).join(' ')}`,
        `From: "${'\\"'.repeat(150_000)}" <ada@sender.example>`,
        '',
        'text',
      ),
  },
  {
    name: 'a line of 1,000,000 characters in its header',
    problem: null,
    raw: () => mail(`X-Long: ${'('.repeat(1_000_000)}`, '', 'text'),
  },
  {
    name: '10,000 recipients',
    problem: null,
    raw: () =>
      mail(`To: ${repeat(10_000, (i) => `"Person ${i}" <person.${i}@recipients.example>`).join(',\r\n ')}`, '', 'text'),
  },
  {
    name: 'addresses in 50,000 comments and groups',
    problem: null,
    raw: () => mail(`To: ${'(('.repeat(50_000)}`, `Cc: ${'g: '.repeat(50_000)};`, '', 'text'),
  },
  {
    name: '30 MB of base64 in one line',
    problem: null,
    raw: () =>
      mail(
        'Content-Type: application/octet-stream; name=big.bin',
        'Content-Transfer-Encoding: base64',
        '',
        'QUJD'.repeat((30 * MB) / 4),
      ),
  },
  {
    name: '39 MB of text',
    problem: null,
    raw: () => mail('Content-Type: text/plain; charset=utf-8', '', LINE.repeat((39 * MB) / LINE.length)),
  },
  {
    name: '39 MB of empty lines',
    problem: /of 2000000 lines/,
    raw: () => mail('', '\r\n'.repeat((39 * MB) / 2)),
  },
  {
    name: '39 MB of soft line breaks in quoted-printable',
    problem: /of 2000000 lines/,
    raw: () => mail('Content-Transfer-Encoding: quoted-printable', '', '=\r\n'.repeat((39 * MB) / 3)),
  },
  {
    name: '39 MB of HTML that is nothing but open tags',
    problem: null,
    raw: () => mail('Content-Type: text/html', '', '<div><table><tr><td>\r\n'.repeat((39 * MB) / 22)),
  },
  {
    name: '39 MB of attached files, a megabyte each',
    problem: null,
    raw: () =>
      mail(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        joined(
          38,
          (i) =>
            `--b\r\nContent-Type: application/pdf; name=${i}.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${'QUJD'
              .repeat(19)
              .concat('\r\n')
              .repeat(MB / 78)}`,
        ),
        '--b--',
      ),
  },
  {
    name: '39 MB of base64 that is padded every four characters',
    problem: null,
    raw: () =>
      mail(
        'Content-Type: application/octet-stream; name=padded.bin',
        'Content-Transfer-Encoding: base64',
        '',
        'QQ=='.repeat((39 * MB) / 4),
      ),
  },
  {
    name: 'a line of text with 39 MB of HTML',
    problem: null,
    raw: () =>
      mail(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b\r\n\r\nplain',
        `--b\r\nContent-Type: text/html\r\n\r\n${'<div><a href=x>&amp;\r\n'.repeat((39 * MB) / 22)}`,
        '--b--',
      ),
  },
  {
    name: 'seven million boundaries',
    problem: /of 1000 parts/,
    raw: () => mail('Content-Type: multipart/mixed; boundary=b', '', '--b\r\n'.repeat(7_000_000)),
  },
  {
    name: 'a quotation that never ends',
    problem: null,
    raw: () =>
      mail(
        '',
        joined(100_000, () => '> > > > >'),
        `On ${'a '.repeat(250_000)}`,
        'wrote:',
      ),
  },
  {
    name: 'a zip of 200 MB of zeros, compressed twice',
    problem: null,
    raw: async () =>
      mail(
        'Content-Type: application/zip; name=bomb.zip',
        'Content-Encoding: gzip',
        'Content-Disposition: attachment; filename=bomb.zip',
        'Content-Transfer-Encoding: base64',
        '',
        (await zipOfNothing(200 * MB)).toString('base64').replace(/.{76}/g, '$&\r\n'),
      ),
  },
];
