import { type Maker, utf8 } from './maker.ts';
import type { Random } from './random.ts';

const PLAIN = ['lamp', 'order', 'invoice', 'Ada', 'tomorrow', 'the', 'and', '4711', 'regards', 'Monday', 'on', 'wrote'];

/** Words that break code that counts characters, bytes or columns, or handles text direction. */
const STRANGE = [
  'Müller',
  'Ελένη',
  'заказ',
  'שלום',
  'مرحبا',
  '注文',
  '주문',
  '👩‍👩‍👧‍👦',
  'e\u0301\u0301\u0301',
  '\u202efdp.exe\u202c',
  '\u200b\u200d\ufeff',
  'ﷺ',
  'İıſẞ',
  '\u2028',
  '\u0000',
  '__proto__',
  'constructor',
  'toString',
  '%s%n',
  '#{7*7}',
  '{{x}}',
  "'; DROP TABLE",
].map(utf8);

/** Bytes that are not valid UTF-8. */
const BROKEN = ['\xff\xfe', '\xc3', '\xed\xa0\x80', '\xf8\x88\x80\x80\x80', '\x80\x80', '\xe2\x80', '\x1b$B'];

export function word(random: Random): string {
  return random.pick(PLAIN);
}

export function words(random: Random, most = 12): string {
  return random.times(random.int(1, most), () => word(random)).join(' ');
}

/** A word in any script, or in none. */
export function anyWord({ random }: Maker): string {
  return random.weighted([
    [5, () => word(random)],
    [3, () => random.pick(STRANGE)],
    [1, () => random.pick(BROKEN)],
    [1, () => random.bytes(random.int(1, 8)).replaceAll('\n', ' ')],
  ])();
}

/** A name that other emails of the run use as well, so that ids, boundaries and files collide. */
export function sharedName(random: Random): string {
  return `${word(random)}-${random.int(0, 9)}`;
}
