/** A pattern for one encoding of a secret: at each position, one of several texts. */
export interface Form {
  readonly places: readonly (readonly string[])[];
  /** What may come between two positions: base64 and hexadecimal digits are often wrapped into lines. */
  readonly gaps: readonly string[];
}

const LINE_BREAKS = ['\n', '\r\n'];
const HTML_NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
const CONTROL_ESCAPES: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
  '\v': 'v',
};
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The patterns for a text: unchanged or with any usual escaping, in hexadecimal, and in base64. */
export function formsOf(text: string): readonly Form[] {
  const bytes = Buffer.from(text, 'utf8');
  return [
    { places: [...text].map(waysToWrite), gaps: [] },
    { places: [...bytes].map((byte) => [lowerHex(byte, 2), upperHex(byte, 2)]), gaps: [...LINE_BREAKS, ' ', ':'] },
    ...[0, 1, 2].map((before) => base64Form(bytes, before)),
  ];
}

/** The length of the longest text that a pattern can match. */
export function lengthOf({ places, gaps }: Form): number {
  const gap = Math.max(0, ...gaps.map(({ length }) => length));
  return places.reduce((sum, texts) => sum + gap + Math.max(...texts.map(({ length }) => length)), 0);
}

/** The texts of that length that a match of the pattern may begin with. */
export function* beginningsOf({ places, gaps }: Form, characters: number, from = 0, text = ''): Generator<string> {
  if (text.length >= characters) {
    yield text.slice(0, characters);
    return;
  }
  for (const gap of from === 0 ? [''] : ['', ...gaps]) {
    for (const next of places[from] ?? [])
      yield* beginningsOf({ places, gaps }, characters, from + 1, text + gap + next);
  }
}

/** A character as it is, and as URLs, JSON, HTML, shells and programming languages escape it. */
function waysToWrite(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  const ways = new Set([character, `&#${code};`]);
  for (const digits of [lowerHex, upperHex]) {
    ways.add([...Buffer.from(character, 'utf8')].map((byte) => `%${digits(byte, 2)}`).join(''));
    ways.add(
      character
        .split('')
        .map((half) => `\\u${digits(half.charCodeAt(0), 4)}`)
        .join(''),
    );
    ways.add(`&#x${digits(code, 0)};`);
    if (code < 0x100) ways.add(`\\x${digits(code, 2)}`);
  }
  if (character === ' ') ways.add('+');
  if (character === "'") ways.add(`'\\''`).add(`'"'"'`);
  const name = HTML_NAMES[character];
  if (name !== undefined) ways.add(`&${name};`);
  const escaped = CONTROL_ESCAPES[character] ?? (/[!-/:-@[-`{-~ ]/.test(character) ? character : undefined);
  // JSON in JSON has two of them, and three before a quotation mark.
  if (escaped !== undefined) for (const slashes of [1, 2, 3]) ways.add('\\'.repeat(slashes) + escaped);
  return [...ways];
}

/**
 * The bytes inside a longer base64 text, at each of the three offsets in a group of three bytes. A digit at either end
 * that also encodes other bytes may be any that agrees with the known bits.
 */
function base64Form(bytes: Uint8Array, before: number): Form {
  const firstBit = 8 * before;
  const endBit = firstBit + 8 * bytes.length;
  const places: (readonly string[])[] = [];
  for (let digit = Math.floor(firstBit / 6); digit * 6 < endBit; digit += 1) {
    const digits = [...BASE64].filter((_, value) =>
      [0, 1, 2, 3, 4, 5].every((bit) => {
        const place = digit * 6 + bit;
        if (place < firstBit || place >= endBit) return true;
        const byte = bytes[(place >> 3) - before] ?? 0;
        return ((byte >> (7 - (place & 7))) & 1) === ((value >> (5 - bit)) & 1);
      }),
    );
    places.push(digits.flatMap(inBothAlphabets));
  }
  return { places, gaps: LINE_BREAKS };
}

/** A digit of base64 in the alphabets of RFC 4648, sections 4 and 5, and as URLs escape it. */
function inBothAlphabets(digit: string): readonly string[] {
  if (digit === '+') return ['+', '-', '%2B', '%2b'];
  if (digit === '/') return ['/', '_', '%2F', '%2f', '\\/'];
  return [digit];
}

function lowerHex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function upperHex(value: number, digits: number): string {
  return lowerHex(value, digits).toUpperCase();
}
