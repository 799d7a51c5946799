import { decodedText } from './text-charset.ts';

/** An encoded word (RFC 2047, section 2). Blanks are allowed in its text, because some programs leave them there. */
const ENCODED_WORD = /=\?([^?\s]+)\?([QqBb])\?([^?]*)\?=/g;

const ONLY_BLANKS = /^[ \t\r\n]+$/;

interface Word {
  readonly charset: string;
  readonly bytes: Buffer;
}

/**
 * Writes each run of encoded words in a header field as one word in UTF-8, so that whatever decodes it afterwards reads
 * every character: adjacent words of the same charset are joined as bytes, because programs split them inside a
 * character and pad each of them. Blanks between adjacent words are dropped. The rest of the field stays as it is.
 * Linear in its length.
 *
 * See: RFC 2047, sections 2, 5 and 6.2; RFC 2231, section 5 (language in the charset).
 */
export function canonicalWords(field: string): string {
  let result = '';
  let end = 0;
  let run: Word[] = [];
  for (const match of field.matchAll(ENCODED_WORD)) {
    const between = field.slice(end, match.index);
    if (run.length > 0 && between !== '' && !ONLY_BLANKS.test(between)) {
      result += wordOf(run);
      run = [];
    }
    if (run.length === 0) result += between;
    run.push(decoded(match));
    end = match.index + match[0].length;
  }
  return (run.length === 0 ? result : result + wordOf(run)) + field.slice(end);
}

function decoded([, charset = '', encoding = '', text = '']: RegExpMatchArray): Word {
  const label = (charset.split('*', 1)[0] ?? '').toLowerCase();
  if (encoding.toUpperCase() === 'B') return { charset: label, bytes: Buffer.from(text, 'base64') };
  return { charset: label, bytes: quotedBytes(text) };
}

/** See: RFC 2047, section 4.2. Characters outside of ASCII, which are forbidden here, count as UTF-8. */
function quotedBytes(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('_', ' '));
  let used = 0;
  for (let at = 0; at < bytes.length; at += 1, used += 1) {
    const [high, low] = bytes[at] === EQUALS ? [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])] : [-1, -1];
    if (high >= 0 && low >= 0) {
      bytes[used] = 16 * high + low;
      at += 2;
    } else bytes[used] = bytes[at] as number;
  }
  return bytes.subarray(0, used);
}

const EQUALS = 0x3d;

/** The value of a hexadecimal digit in ASCII, or -1. */
function hexDigit(byte: number | undefined): number {
  return byte === undefined ? -1 : '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
}

function wordOf(words: readonly Word[]): string {
  let text = '';
  for (let from = 0; from < words.length; ) {
    const { charset } = words[from] as Word;
    let to = from + 1;
    while (words[to]?.charset === charset) to += 1;
    text += textOf(
      charset,
      words.slice(from, to).map(({ bytes }) => bytes),
    );
    from = to;
  }
  return `=?utf-8?B?${Buffer.from(text.toWellFormed()).toString('base64')}?=`;
}

/** The text of words of one charset. Words that only decode one by one were never split inside a character. */
function textOf(charset: string, words: readonly Buffer[]): string {
  const joined = decodedText(Buffer.concat(words), charset);
  if (!joined.includes('\ufffd')) return joined;
  const apart = words.map((bytes) => decodedText(bytes, charset)).join('');
  return apart.includes('\ufffd') ? joined : apart;
}
