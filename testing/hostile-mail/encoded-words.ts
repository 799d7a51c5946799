import { type Maker, type Tricks, utf8 } from './maker.ts';
import { anyWord, words } from './words.ts';

const CHARSETS = [
  'utf-8',
  'UTF-8',
  'iso-8859-1',
  'iso-2022-jp',
  'utf-7',
  'utf-16',
  'gb18030',
  'x-none',
  'utf-8*en',
  '',
];

/** An encoded word (RFC 2047), valid or nearly valid. */
export function encodedWord(maker: Maker): string {
  const { random } = maker;
  const text = anyWord(maker);
  const charset = random.pick(CHARSETS);
  return random.chance(0.5)
    ? `=?${charset}?B?${Buffer.from(text, 'latin1').toString('base64')}?=`
    : `=?${charset}?Q?${text.replace(/[^A-Za-z0-9]/g, (c) => `=${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}?=`;
}

/** Text of an unstructured header field. */
export const HEADER_TEXT_TRICKS: Tricks = {
  nothing: () => '',
  'white space': (maker) => maker.run(' \t'),
  'a very long word': (maker) => maker.run('x'),
  'very many words': (maker) => maker.run('word '),
  'many encoded words': (maker) => maker.series(24, () => encodedWord(maker), ' '),
  'encoded words without space': (maker) => maker.series(24, () => encodedWord(maker)),
  'a character cut in two by encoded words': () => '=?utf-8?B?w6?= =?utf-8?B?TDp?= =?utf-8?Q?=C3?= =?utf-8?Q?=A4?=',
  'encoded words that never end': (maker) => maker.run('=?utf-8?Q?a'),
  'openings of encoded words': (maker) => maker.run('=?'),
  'ends of encoded words': (maker) => maker.run('?='),
  'question marks': (maker) => `=?${maker.run('?')}`,
  'an encoded word of an unknown encoding': () => '=?utf-8?X?abc?=',
  'invalid base64': () => '=?utf-8?B?%%%=?= =?utf-8?B?A?=',
  'a line break in an encoded word': () => '=?utf-8?Q?a=0D=0ABcc:_x=40y.example?=',
  'a NUL in an encoded word': () => '=?utf-8?Q?a=00b?=',
  'folded lines': (maker) => `x${maker.run('\r\n x')}`,
  'folded lines of white space': (maker) => `x${maker.run('\r\n ')}`,
  'a bare CR': () => 'one\rBcc: two@y.example\rthree',
  'a bare LF': () => 'one\nX-Injected: yes',
  'a NUL': () => 'nul\0nul',
  'eight-bit text': (maker) => utf8(words(maker.random)) + anyWord(maker),
  'bytes that are not text': (maker) => maker.random.bytes(maker.random.int(1, 200)).replaceAll('\n', ' '),
  'control characters': () => '\x01\x02\x07\x08\x1b[31mred\x7f',
  'Re: without end': (maker) => maker.run('Re: '),
};
