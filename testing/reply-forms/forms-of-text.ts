import { EARLIER, plain, type ReplyForm } from './form.ts';

const LINE = 'On Wed, Nov 4, 2026 at 10:00 AM Ada Love <ada@example.com> wrote:';
const marked = (text: string) => text.replace(/^/gm, '> ');
const QUOTED = marked(EARLIER);

/** Replies in plain text: where the author writes, and headers in other orders. */
const REPLIES: readonly ReplyForm[] = [
  plain('text: quoted lines without an attribution', `Yes, I can.\n\n${QUOTED}\n`, ['Yes, I can.']),
  plain('text: below the quotation', `${LINE}\n${QUOTED}\n\nYes, I can.\n`, ['Yes, I can.']),
  plain('text: above and below the quotation', `Hello Ada,\n\n${LINE}\n${QUOTED}\n\nYes, I can.\n`, [
    'Hello Ada,',
    'Yes, I can.',
  ]),
  plain(
    'text: between the quoted lines',
    `Hello Ada,\n\n${LINE}\n${QUOTED}\n\nYes, I can.\n\n> Which color?\n\nBlue.\n\n> Regards\n`,
    ['Hello Ada,', 'Yes, I can.', 'Blue.', '> Which color?'],
    { quoted: ['Ada Love', 'Regards'] },
  ),
  plain(
    'text: between lines, without blank lines',
    `${LINE}\n${QUOTED}\nYes, I can.\n> Which color?\nBlue.\n`,
    ['Yes, I can.', 'Blue.'],
    {
      quoted: ['Ada Love'],
    },
  ),
  plain('text: a signature above the quotation', `Yes, I can.\n\n-- \nBob Mill\n\n${LINE}\n${QUOTED}\n`, [
    'Yes, I can.',
    'Bob Mill',
  ]),
  plain('text: a signature below the quotation', `Yes, I can.\n\n${LINE}\n${QUOTED}\n\n-- \nBob Mill\n`, [
    'Yes, I can.',
    'Bob Mill',
  ]),
  plain(
    'text: the footer of a mailing list',
    `Yes, I can.\n\n${LINE}\n${QUOTED}\n\n${'_'.repeat(47)}\nlamps mailing list\nlamps@lists.example\n`,
    ['Yes, I can.', 'lamps mailing list'],
  ),
  plain('text: the line of a phone', `Yes, I can.\n\nSent from my phone\n\n${LINE}\n\n${QUOTED}\n`, [
    'Yes, I can.',
    'Sent from my phone',
  ]),
  plain(
    'text: a disclaimer below the quotation',
    `Yes, I can.\n\n${LINE}\n${QUOTED}\n\nThis email is confidential.\n`,
    ['Yes, I can.', 'This email is confidential.'],
  ),
  plain(
    'text: quotations in quotations',
    `Yes, I can.\n\n${LINE}\n${QUOTED}\n>\n> On Mon, Bob wrote:\n>> Hello\n> >> more\n`,
    ['Yes, I can.'],
  ),
  plain(
    'text: Apple Mail quotes its own line',
    `Yes, I can.\n\n> On 4 Nov 2026, at 10:00, Ada Love <ada@example.com> wrote:\n> \n${QUOTED}\n`,
    ['Yes, I can.'],
    {
      from: 'ada@example.com',
      at: '2026-11-04T10:00:00',
    },
  ),
  plain(
    'text: an attribution in three lines',
    `Yes, I can.\n\nOn Wed, Nov 4, 2026 at 10:00 AM\nAda Love of the shop\n<ada@example.com> wrote:\n${QUOTED}\n`,
    ['Yes, I can.'],
  ),
  plain(
    'text: an address that is broken at its end',
    `Yes, I can.\n\nOn Wed, Nov 4, 2026 at 10:00 AM Ada Love <ada@example.com\n> wrote:\n\n${QUOTED}\n`,
    ['Yes, I can.'],
  ),
  plain(
    'text: an address that is broken at its beginning',
    `Yes, I can.\n\nOn Wed, Nov 4, 2026 at 10:00 AM Ada Love via the shop <\nada@example.com> wrote:\n\n${QUOTED}\n`,
    ['Yes, I can.'],
  ),
  plain(
    'text: a header without a subject and addresses',
    `Yes, I can.\n\nFrom: Ada Love\nSent: Wednesday, 4 November 2026 10:00\nTo: Bob Mill\n\n${EARLIER}`,
    ['Yes, I can.'],
    { from: 'Ada Love', at: '2026-11-04T10:00:00' },
  ),
  plain(
    'text: a date with hyphens',
    `Yes, I can.\n\nOn 04-Nov-2026, at 10:00 AM, Ada Love wrote:\n\n${EARLIER}`,
    ['Yes, I can.'],
    {
      at: '2026-11-04T10:00:00',
    },
  ),
  plain(
    'text: no colon',
    `Yes, I can.\n\nOn Wed, 4 Nov 2026 10:00:00 +0100 Ada Love <ada@example.com> wrote\n\n${EARLIER}`,
    ['Yes, I can.'],
    { at: '2026-11-04T10:00:00+01:00' },
  ),
  plain(
    'text: Yahoo, with the header on one line',
    `Yes, I can.\n\n  ----- Original Message ----- From: Ada Love <ada@example.com>To: "bob@example.net"Sent: today\n ${EARLIER}`,
    ['Yes, I can.'],
    { from: 'ada@example.com' },
  ),
  plain('text: Gmail before 2014', `Yes, I can.\n\n\n2026/11/4 Ada Love <ada@example.com>\n\n${QUOTED}\n`, [
    'Yes, I can.',
  ]),
  plain('text: K-9', `Yes, I can.\n\nAda Love via the shop <ada@example.com> schrieb:\n${QUOTED}\n`, ['Yes, I can.']),
  plain(
    'text: Orange',
    `Yes, I can.\n\n====\n\nMessage du : 04/11/2026 10:00\nDe : "Ada Love" <ada@example.com>\nA : bob@example.net\nCopie à : \nSujet : Lampe\n\n${EARLIER}`,
    ['Yes, I can.'],
    { from: 'ada@example.com', at: '2026-11-04T10:00:00' },
  ),
  plain(
    'text: Windows Live Mail',
    `Yes, I can.\n\nDa: Ada Love\nRisposta: Shop\nData: mercoledì 4 novembre 2026 10:00\nA: Bob Mill\nOggetto: Lampada\n\n${EARLIER}`,
    ['Yes, I can.'],
    { from: 'Ada Love', at: '2026-11-04T10:00:00' },
  ),
  plain(
    'text: GMX',
    `Yes, I can.\n \n\nGesendet: Mittwoch, 04. November 2026 um 10:00 Uhr\nVon: "Ada Love" <ada@example.com>\nAn: bob@example.net\nBetreff: Lampe\n${EARLIER}`,
    ['Yes, I can.'],
    { from: 'ada@example.com', at: '2026-11-04T10:00:00' },
  ),
  plain(
    'text: Lotus Notes',
    `Yes, I can.\n\n\n\nFrom:\tAda Love/Shop\nTo:\tBob Mill/Mill@Mill\nDate:\t04.11.2026 10:00\nSubject:\tLamp\n\n\n\n${EARLIER}`,
    ['Yes, I can.'],
    { from: 'Ada Love/Shop', at: '2026-11-04T10:00:00' },
  ),
  plain(
    'text: Lotus Notes on the web',
    `Yes, I can.\n\n-----Ada Love/Shop wrote: -----\nTo: bob@example.net\nFrom: Ada Love/Shop\nDate: 11/04/2026 10:00AM\nSubject: Lamp\n\n${EARLIER}`,
    ['Yes, I can.'],
  ),
  plain(
    'text: Samsung',
    `Yes, I can.\n\n-------- Ursprüngliche Nachricht --------\nVon: Ada Love <ada@example.com> \nDatum: 04.11.26  10:00  (GMT+01:00) \nAn: bob@example.net \nBetreff: Lampe \n\n${EARLIER}`,
    ['Yes, I can.'],
    { from: 'ada@example.com', at: '2026-11-04T10:00:00+01:00' },
  ),
  plain(
    'text: Windows phones, with marks of the direction',
    `Yes, I can.\n\nVon: Ada Love\nGesendet: \u200e04.\u200e11.\u200e2026 10:00\nAn: Bob Mill\nBetreff: Lampe\n\n${EARLIER}`,
    ['Yes, I can.'],
    { from: 'Ada Love', at: '2026-11-04T10:00:00' },
  ),
  plain(
    'text: bold labels',
    `Yes, I can.\n\n*From:* Ada Love <ada@example.com>\n*Sent:* Wednesday, November 4, 2026 10:00 AM\n*To:* Bob\n*Subject:* Lamp\n\n${EARLIER}`,
    ['Yes, I can.'],
  ),
  plain(
    'text: a header with long lists of addresses',
    `Yes, I can.\n\nFrom: Ada Love <ada@example.com>\nSent: Wednesday, November 4, 2026 10:00 AM\nTo: Bob <bob@example.net>;\n Carl <carl@example.net>;\n Dora <dora@example.net>\nCc: Eve <eve@example.net>\nSubject: Lamp\nImportance: High\nAttachments: lamp.pdf\n\n${EARLIER}`,
    ['Yes, I can.'],
  ),
  plain(
    'text: QQ',
    `Yes, I can.\n\n------------------ 原始邮件 ------------------\n发件人: "Ada Love" <ada@example.com>;\n发送时间: 2026年11月4日(星期三) 上午10:00\n收件人: "Bob"<bob@example.net>;\n主题: Lamp\n\n${EARLIER}`,
    ['Yes, I can.'],
    { at: '2026-11-04T10:00:00' },
  ),
  plain(
    'text: Aliyun',
    `Yes, I can.\n\n------------------------------------------------------------------\n发件人：Ada Love <ada@example.com>\n发送时间：2026年11月4日(星期三) 10:00\n收件人：Bob <bob@example.net>\n主　题：Lamp\n\n${EARLIER}`,
    ['Yes, I can.'],
  ),
  plain(
    'text: a reply to a forwarded message',
    `Thanks, done.\n\n${LINE}\n> See below.\n>\n> ---------- Forwarded message ---------\n> From: Carl <carl@example.net>\n`,
    ['Thanks, done.'],
    {
      subject: 'Re: Fwd: Lamp',
      quoted: ['Ada Love', 'Carl'],
    },
  ),
];

export function formsOfText(): ReplyForm[] {
  return [...REPLIES];
}
