import { ADDRESS_TRICKS, address, addressList } from './addresses.ts';
import { encodedWord, HEADER_TEXT_TRICKS } from './encoded-words.ts';
import type { Maker } from './maker.ts';
import { MESSAGE_ID_TRICKS, messageId, references } from './message-ids.ts';
import { words } from './words.ts';

/** The header fields of an email except those that describe its content. */
export function headerFields(maker: Maker): string[] {
  const { random } = maker;
  const id = () => maker.either(() => messageId(maker), 'message id', MESSAGE_ID_TRICKS);
  const list = () => addressList(maker, 3);
  const author = () => maker.either(() => address(maker), 'address', ADDRESS_TRICKS);
  const subject = () =>
    maker.either(() => random.pick([words(random), encodedWord(maker)]), 'header text', HEADER_TEXT_TRICKS);
  const fields: (readonly [usual: number, make: () => string])[] = [
    [1, () => `From: ${author()}`],
    [0.9, () => `To: ${list()}`],
    [0.9, () => `Subject: ${subject()}`],
    [0.9, () => `Date: ${random.pick(DATES)}`],
    [0.9, () => `Message-ID: ${id()}`],
    [0.3, () => `Cc: ${list()}`],
    [0.2, () => `Reply-To: ${list()}`],
    [0.2, () => `Sender: ${author()}`],
    [0.3, () => `In-Reply-To: ${id()}`],
    [0.3, () => `References: ${maker.either(() => references(maker), 'message id', MESSAGE_ID_TRICKS)}`],
    [0.7, () => `MIME-Version: ${random.pick(['1.0', '1.0 (x)', '2.0', ''])}`],
    [0.2, () => random.pick(MARKS)],
    [0.1, () => `X-Note: ${maker.trick('header text', HEADER_TEXT_TRICKS)}`],
  ];
  return fields.flatMap(([usual, make]) => random.times(howOften(maker, usual), make));
}

/** Usually once, for a common field; sometimes never, twice, or very often. */
function howOften(maker: Maker, usual: number): number {
  const { random } = maker;
  if (!random.chance(maker.hostility / 4)) return random.chance(usual) ? 1 : 0;
  return random.weighted([
    [4, () => 0],
    [4, () => 2],
    [1, () => maker.count(200, 60)],
  ])();
}

const DATES = [
  'Sat, 21 Nov 2026 08:33:46 +0000',
  'Sat, 21 Nov 2026 08:33:46 -9999 (MOON)',
  'Thu, 1 Jan 1970 00:00:00 GMT',
  'Fri, 32 Foo 99999999999 25:61:61 +2500',
  '-1',
  '',
];

/** Fields that would have an effect if the service trusted them. */
const MARKS = [
  'Auto-Submitted: auto-generated',
  'Precedence: bulk',
  'List-Unsubscribe: <mailto:x@y.example>, <https://y.example/>',
  'X-SES-Virus-Verdict: FAIL',
  'X-SES-Spam-Verdict: PASS',
  'Authentication-Results: amazonses.com; dmarc=pass header.from=bank.example',
  'Return-Path: <>',
  'Received: from localhost (localhost [127.0.0.1])',
  'Content-Length: 99999999999',
  'DKIM-Signature: v=1; a=rsa-sha256; d=bank.example; b=',
  '__proto__: x',
  'constructor: x',
];

/** Joins fields to a header section, with faults between the lines if the mail is hostile. */
export function headerSection(maker: Maker, fields: readonly string[]): string {
  const { random } = maker;
  const written = random.chance(maker.hostility / 3) ? [...fields, ...fault(maker)] : [...fields];
  if (maker.isHostile()) shuffle(maker, written);
  const end = random.weighted([
    [12, '\r\n'],
    [maker.hostility, '\n'],
    [maker.hostility, ''],
    [maker.hostility, ' \r\n'],
    [maker.hostility, '\r'],
    [maker.hostility, '\r\n\r\n\r\n'],
  ]);
  const line = random.weighted([
    [12, '\r\n'],
    [maker.hostility, '\n'],
    [maker.hostility, '\r\r\n'],
    [maker.hostility / 2, '\r'],
  ]);
  return `${written.join(line)}${line}${end}`;
}

/** Lines that are not fields, or more of them than any parser reads. */
function fault(maker: Maker): string[] {
  const { random } = maker;
  const [name, lines] = random.pick<[string, () => string[]]>([
    ['a line without a colon', () => ['this is no field']],
    ['a space before the colon', () => ['From : x@y.example', 'Subject\t: x']],
    ['a field without a name', () => [': x', ' : y']],
    ['a continuation first', () => [' continued', '\tcontinued']],
    ['an mbox line', () => ['From x@y.example Sat Nov 21 08:33:46 2026']],
    ['very many fields', () => random.times(maker.count(12), (n) => `X-${n}: v`)],
    ['the same field very often', () => random.times(maker.count(20), () => 'Subject: again')],
    ['very many authors', () => random.times(maker.count(22), (n) => `From: a${n}@x.example`)],
    ['a very long name', () => [`${maker.run('X')}: v`]],
    ['a very long line', () => [`X-Long: ${maker.run('v')}`]],
    ['very many folded lines', () => [`X-Long: v${maker.run('\r\n v')}`]],
    ['colons', () => [maker.run(':')]],
    ['a NUL in a name', () => ['Sub\0ject: x', 'From\0: y@z.example']],
    ['eight-bit names', () => [`${random.bytes(8).replaceAll('\n', '')}: x`]],
    ['an empty line early', () => ['', 'From: body@x.example']],
  ]);
  maker.tricks.push(`header: ${name}`);
  return lines();
}

function shuffle(maker: Maker, items: string[]): void {
  for (let index = items.length - 1; index > 0; index--) {
    const other = maker.random.int(0, index);
    [items[index], items[other]] = [items[other] as string, items[index] as string];
  }
}
