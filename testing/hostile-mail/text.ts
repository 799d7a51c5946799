import { TEST_VIRUS } from '../test-virus.ts';
import type { Maker, Tricks } from './maker.ts';
import { anyWord, words } from './words.ts';

/** A letter, sometimes with a quotation below it. */
export function text({ random }: Maker): string {
  const lines = random.times(random.int(1, 8), () => words(random));
  const quoted = random.chance(0.4)
    ? ['', 'On Mon, Ada <ada@x.example> wrote:', ...lines.map((line) => `> ${line}`)]
    : [];
  const signed = random.chance(0.3) ? ['', '-- ', 'Ada'] : [];
  return [...lines, ...signed, ...quoted, ''].join('\r\n');
}

/** Text that breaks snippets, the detection of quoted history, and line readers. */
export const TEXT_TRICKS: Tricks = {
  nothing: () => '',
  'one endless line': (maker) => maker.run('x'),
  'empty lines': (maker) => maker.run('\r\n'),
  'bare CRs': (maker) => maker.run('x\r'),
  'bare LFs': (maker) => maker.run('x\n'),
  'CR CR LF': (maker) => maker.run('x\r\r\n'),
  'dots on lines of their own': (maker) => maker.run('.\r\n'),
  'dots before lines': (maker) => maker.run('..x\r\n'),
  'a false end of data': () => 'x\n.\nx\r.\rx\n.\r\nMAIL FROM:<x@y.example>\r\n',
  'white space': (maker) => `${maker.run(' ')}x`,
  tabs: (maker) => maker.run('\t \r\n'),
  dashes: (maker) => `${maker.run('-')} x`,
  'dashes and spaces': (maker) => `${maker.run('- ')}x`,
  underscores: (maker) => `${maker.run('_')}x`,
  quotes: (maker) => maker.run('> '),
  'lines of quotes': (maker) => maker.run('> x\r\n'),
  'deeper and deeper quotes': (maker) =>
    maker.random.times(Math.min(300, maker.count(300)), (n) => `${'>'.repeat(n)} x`).join('\r\n'),
  attributions: (maker) => maker.run('On Mon, 2 Nov 2026 at 10:00, Ada wrote:\r\n'),
  'half attributions': (maker) => maker.run('On Monday someone\r\n'),
  'attributions on one line': (maker) => maker.run('On a wrote '),
  'headers of Outlook': (maker) => maker.run('From: a\r\nSent: b\r\nTo: c\r\n'),
  'original messages': (maker) => maker.run('-----Original Message-----\r\n'),
  signatures: (maker) => maker.run('-- \r\n'),
  'dates and addresses': (maker) => maker.run('2026 10:00 <a@b> '),
  brackets: (maker) => maker.run('<'),
  boundaries: (maker) => maker.run('--b\r\n'),
  'mbox lines': (maker) => maker.run('From x@y.example Mon Nov  2 10:00:00 2026\r\n'),
  uuencode: (maker) => `begin 644 x\r\n${maker.run('M'.padEnd(61, '!').concat('\r\n'))}end\r\n`,
  'a spam test': () => 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X',
  'a virus test': () => TEST_VIRUS,
  'any bytes': (maker) => maker.random.bytes(maker.count(1, 65_536)),
  'strange words': (maker) => maker.series(12, () => anyWord(maker), ' '),
  'combining characters': (maker) => `e${maker.run('\xcc\x81')}`,
  NULs: (maker) => maker.run('\0'),
};
