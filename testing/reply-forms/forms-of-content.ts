import { EARLIER, plain, type ReplyForm } from './form.ts';

const LINE = 'On Wed, Nov 4, 2026 at 10:00 AM Ada Love <ada@example.com> wrote:';
const HEADER = `From: Ada Love <ada@example.com>
Sent: Wednesday, November 4, 2026 10:00 AM
To: Bob Mill <bob@example.net>
Subject: Lamp`;
const marked = (text: string) => text.replace(/^/gm, '> ');
const QUOTED = marked(EARLIER);

const all = { quoted: [] };

/** Texts that look like a quotation and are what the author wrote. */
const CONTENT: readonly ReplyForm[] = [
  plain(
    'content: a word on the line of the attribution',
    `Good. Blue On Wed, Apr 4, 2012 at 3:59 PM, Ada Love <ada@example.com> wrote:\n${marked(EARLIER)}`,
    ['Good. Blue'],
    all,
  ),
  plain(
    'content: a word on the line of the attribution, without an address',
    `Good.\nBlue! Am 04.11.2026 um 10:00 schrieb Ada Love:\n${marked(EARLIER)}`,
    ['Good.', 'Blue!'],
    all,
  ),
  plain('content: a session of Python', 'Try this:\n\n>>> print(1)\n\nand tell me.', ['print(1)', 'and tell me.'], all),
  plain('content: a session of Python at the end', 'Try this:\n\n>>> print(1)\n', ['print(1)'], all),
  plain(
    'content: who wrote what',
    'On 4 November 2026 at 10:00 it was Ada who wrote\nthe text.',
    ['Ada who wrote', 'the text.'],
    all,
  ),
  plain(
    'content: a message that the author announces',
    `This is what they wrote to me:\n\n${HEADER}\n\nThe price is 12.\n\nWhat do you think?`,
    ['The price is 12.', 'What do you think?'],
    all,
  ),
  plain(
    'content: a trip',
    'Please book this:\n\nFrom: Hamburg\nTo: Paris\nDate: 12 November 2026\nSeat: window\n\nPlease confirm before noon.',
    ['Hamburg', 'window', 'confirm before noon'],
    all,
  ),
  plain(
    'content: a trip with times',
    'Please book:\n\nFrom: Hamburg\nTo: Paris\nDate: 12 November 2026, 10:05\n\nI need a window seat.',
    ['Hamburg', '10:05', 'window seat'],
    all,
  ),
  plain(
    'content: a contact form',
    'The form was sent.\n\nFrom: Jane Mill <jane@mill.example>\nSubject: Broken lamp\nDate: 4 November 2026 10:00\n\nMessage:\nPlease send a new one to Mill Street 4.',
    ['Jane Mill', 'Broken lamp', 'Mill Street 4'],
    all,
  ),
  plain(
    'content: a contact form in an email that replies to none',
    `The form was sent.\n\n${HEADER}\n\nMill Street 4`,
    ['Ada Love', 'Mill Street 4'],
    { ...all, isAnswer: false, subject: 'Form' },
  ),
  plain(
    'content: where to sign',
    `Sign here:\n\n${'_'.repeat(30)}\n(name)\n\nand send it to Mill Street 4.`,
    ['(name)', 'Mill Street 4'],
    all,
  ),
  plain(
    'content: a line of dashes',
    `First part.\n${'-'.repeat(40)}\nSecond part.`,
    ['First part.', 'Second part.'],
    all,
  ),
  plain(
    'content: an opening hour',
    'From: 10:00\nTo: 18:00\nDate: every day\n\nCome when you like.',
    ['18:00', 'Come when you like.'],
    all,
  ),
  plain(
    'content: a sentence that ends like an attribution',
    'On the plus side, as Ada wrote:\nwe do it.',
    ['plus side', 'we do it.'],
    all,
  ),
  plain(
    'content: what a log says',
    'On 2026-11-04 at 10:00 the server wrote:\nERROR 17 in line 4\n\nPlease look at it.',
    ['ERROR 17', 'Please look at it.'],
    all,
  ),
  plain(
    'content: a retold message',
    'On Monday, Ada wrote:\nno lamp has arrived.\n\nI think she is right.',
    ['no lamp', 'she is right'],
    all,
  ),
  plain('content: a program with >', 'Try this:\n\n>>> print(1)\n1\n', ['print(1)', 'Try this:'], {
    ...all,
    isAnswer: false,
    subject: 'Help',
  }),
  plain(
    'content: a line that begins with From',
    'I have two wishes.\n\n>From now on, use Mill Street 4.\n\nThank you.',
    ['From now on, use Mill Street 4.', 'Thank you.'],
    all,
  ),
  plain('content: nothing but a quotation', `${LINE}\n${QUOTED}\n`, ['has not arrived'], all),
  plain(
    'content: a letter with a subject',
    'To: Bob\nSubject: Rent\nDate: today\n\nI pay on Monday.',
    ['Rent', 'I pay on Monday.'],
    all,
  ),
  plain(
    'content: steps with times',
    'Here is the plan of 4 November 2026:\n10:00 start\n11:00 end\n\nIs that right?',
    ['10:00 start', 'Is that right?'],
    all,
  ),
  plain(
    'content: the words of a separator',
    'The original message is lost. Forwarded message?\n\nSend it again.',
    ['original message', 'Send it again.'],
    all,
  ),
  plain(
    'content: names with an address',
    'Write to these people:\n\nAda <ada@example.com>\nCarl <carl@example.net>\n\nOn Monday at 10:00 we meet.',
    ['carl@example.net', 'we meet'],
    all,
  ),
];

const FORWARDS: readonly ReplyForm[] = [
  plain(
    'forward: Yahoo, with the header on one line',
    'See below.\n  ----- Forwarded Message ----- From: Ada Love <ada@example.com>To: "bob@example.net"Sent: today\n Amount due: 120.50',
    ['See below.', 'Amount due'],
    { ...all, isForward: true, isAnswer: false, subject: 'Fw: Invoice', from: 'ada@example.com' },
  ),
  plain(
    'forward: Gmail with a note',
    `Can you pay this?\n\n---------- Forwarded message ---------\n${HEADER.replace('Sent', 'Date')}\n\nAmount due: 120.50`,
    ['Can you pay this?', 'Amount due'],
    {
      ...all,
      isForward: true,
      isAnswer: false,
      subject: 'Invoice',
      from: 'ada@example.com',
      at: '2026-11-04T10:00:00',
    },
  ),
  plain(
    'forward: Gmail without a note',
    `---------- Forwarded message ---------\n${HEADER.replace('Sent', 'Date')}\n\nAmount due: 120.50`,
    ['Amount due'],
    {
      ...all,
      isForward: true,
      isAnswer: false,
      subject: 'Fwd: Invoice',
    },
  ),
  plain(
    'forward: Outlook in a thread',
    `Please see below.\n\n${HEADER}\n\nAmount due: 120.50`,
    ['Please see below.', 'Amount due'],
    { ...all, isForward: true, subject: 'FW: Invoice' },
  ),
  plain(
    'forward: Outlook with a rule',
    `Please see below.\n\n-----Original Message-----\n${HEADER}\n\nAmount due: 120.50`,
    ['Amount due'],
    { ...all, isForward: true, subject: 'FW: RE: Invoice' },
  ),
  plain(
    'forward: Apple Mail',
    `See below.\n\nBegin forwarded message:\n\n${marked(HEADER.replace('Sent', 'Date'))}\n> \n> Amount due: 120.50`,
    ['See below.', 'Amount due'],
    { ...all, isForward: true, isAnswer: false, subject: 'Fwd: Invoice' },
  ),
  plain(
    'forward: with quoted lines',
    `See below.\n\n-------- Forwarded Message --------\n${HEADER.replace('Sent', 'Date')}\n\n> Old text\n\nAmount due: 120.50`,
    ['Old text', 'Amount due'],
    { ...all, isForward: true, isAnswer: false, subject: 'Fwd: Invoice' },
  ),
  plain(
    'forward: Lotus Notes',
    `See below.\n\n----- Forwarded by Bob Mill/Mill on 11/05/2026 09:00 AM -----\n\nFrom: Ada Love/Shop\nTo: Bob Mill/Mill\nDate: 11/04/2026 10:00 AM\nSubject: Invoice\n\nAmount due: 120.50`,
    ['Amount due'],
    { ...all, isForward: true, isAnswer: false, subject: 'Fw: Invoice' },
  ),
];

export function formsOfContent(): ReplyForm[] {
  return [...CONTENT, ...FORWARDS];
}
