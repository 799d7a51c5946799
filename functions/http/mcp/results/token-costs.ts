import { COMMON_WORDS } from './common-words.ts';
import { FREQUENT_WORDS } from './frequent-words.ts';

/**
 * Letters that often follow a letter in languages with a Latin script. Tokenizers have long tokens for such sequences,
 * and short ones for others: a random word may have as many tokens as a sentence.
 */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: 'bcdfghijklmnprstuvwyz',
  b: 'aeilouy',
  c: 'aehiklortuz',
  d: 'aeiorsu',
  e: 'abcdfghijklmnprstuvxyz',
  f: 'aeioru',
  g: 'aehinoruy',
  h: 'aeiotu',
  i: 'abcdefgjklmnoprstvz',
  j: 'aeou',
  k: 'aehilostu',
  l: 'adeiknostuy',
  m: 'abeiopsu',
  n: 'acdeghiostuy',
  o: 'abcdfgiklmnprstuvwz',
  p: 'aehilortu',
  q: 'u',
  r: 'abdegiklmnostuvy',
  s: 'acehikoptuz',
  t: 'aehilorsuy',
  u: 'abcdeiklmnprsty',
  v: 'aeio',
  w: 'aehio',
  y: 'aeo',
  z: 'aei',
};

const COMMON_PAIRS: ReadonlySet<number> = new Set(
  Object.entries(FOLLOWERS).flatMap(([letter, next]) =>
    Array.from(next, (follower) => pairOf(letter.charCodeAt(0), follower.charCodeAt(0))),
  ),
);

/** One number for two letters of ASCII, in lower case. */
function pairOf(first: number, second: number): number {
  return ((first | 0x20) << 8) | second | 0x20;
}

/**
 * The tokens of one character outside of ASCII, by the last code point of a range. A character of a rare script has as
 * many tokens as bytes in UTF-8.
 */
const RANGES: readonly (readonly [last: number, tokens: number])[] = [
  [0xbf, 2],
  [0xff, 1.2],
  [0x36f, 2],
  [0x3ff, 1.8],
  [0x40f, 2],
  [0x44f, 1],
  [0x5cf, 2],
  [0x5f2, 1.3],
  [0x620, 2],
  [0x64a, 1.25],
  [0x7ff, 1.6],
  [0x8ff, 3],
  [0x97f, 1.5],
  [0xdff, 3],
  [0xe5b, 2.1],
  [0x109f, 3],
  [0x10ff, 2.1],
  [0x2012, 3],
  [0x2026, 1.5],
  [0x303f, 3],
  [0x30ff, 1.6],
  [0x4dff, 3],
  [0x9fff, 2],
  [0xabff, 3],
  [0xd7a3, 2.2],
  [0xffff, 3],
  [0x1f2ff, 4],
  [0x1faff, 2.8],
  [0x10ffff, 4],
];

const SPACE = 0x20;
/** Letters of a word after which its sequences are no longer those of one token. */
const LONG_WORD = 10;
/** Letters of the longest word that has a number. */
const MAX_NUMBERED = 11;
const NO_WORD = -1;

const WORDS: ReadonlySet<number> = new Set(
  [...COMMON_WORDS, ...FREQUENT_WORDS].map((word) =>
    Array.from(word).reduce((number, letter) => withLetter(number, letter.charCodeAt(0)), 0),
  ),
);

/** The number of a word with one more letter, in upper or lower case. */
function withLetter(number: number, code: number): number {
  return number * 27 + (code & 0x1f);
}

/**
 * Adds up the tokens of a text, character by character. What a character adds depends on the one before and on the
 * length of the word. At the end of a common word, its letters together become one token.
 */
export class TokenCount {
  tokens = 0;
  #before = 0;
  /** The letters of the word so far, its number, and the tokens before it with its own if it is a common word. */
  #letters = 0;
  #word = NO_WORD;
  #withWord = 0;

  add(code: number): void {
    if (isLetter(code)) this.#addLetter(code);
    else {
      if (this.#letters > 0 && WORDS.has(this.#word)) this.tokens = this.#withWord;
      this.tokens += otherAfter(this.#before, code);
      this.#letters = 0;
    }
    this.#before = code;
  }

  #addLetter(code: number): void {
    if (this.#letters === 0) {
      this.#withWord = this.tokens + (this.#before === SPACE ? 0.55 : 1.03);
      this.#word = 0;
    }
    const isWord = this.#word !== NO_WORD && this.#letters < MAX_NUMBERED && (this.#letters === 0 || isLower(code));
    this.#word = isWord ? withLetter(this.#word, code) : NO_WORD;
    this.tokens += letterAfter(this.#before, code, this.#letters);
    this.#letters += 1;
  }
}

/** The tokens that a letter adds to a word of that many letters. */
function letterAfter(before: number, code: number, letters: number): number {
  if (!isLower(code)) return isUpper(before) ? 0.48 : 0.77;
  if (letters === 0) return before === SPACE ? 0.74 : 0.8;
  if (!COMMON_PAIRS.has(pairOf(before, code))) return 0.4;
  if (letters >= LONG_WORD) return 0.48;
  return 0.1;
}

function otherAfter(before: number, code: number): number {
  if (code > 0x7e) return outsideAscii(code);
  if (isDigit(code)) return isDigit(before) ? 0.27 : 0.9;
  if (isBlank(code)) return blankAfter(before, code);
  if (code < SPACE || !isSign(before)) return 0.67;
  return before === code ? 0.1 : 0.54;
}

function blankAfter(before: number, code: number): number {
  if (before === code) return 0.4;
  return code === SPACE || isBlank(before) ? 0.2 : 0.68;
}

function outsideAscii(code: number): number {
  let low = 0;
  let high = RANGES.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((RANGES[middle]?.[0] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return RANGES[low]?.[1] ?? 4;
}

const isLower = (code: number) => code >= 0x61 && code <= 0x7a;
const isUpper = (code: number) => code >= 0x41 && code <= 0x5a;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isBlank = (code: number) => code === SPACE || code === 0x09 || code === 0x0a;
const isLetter = (code: number) => isLower(code) || isUpper(code);
const isSign = (code: number) => code > SPACE && code <= 0x7e && !isLetter(code) && !isDigit(code);
