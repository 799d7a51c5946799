/** Runs that may be encoded texts. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}/g;
const BASE32 = /\b[A-Z2-7]{16,}/g;
const HEXADECIMAL = /(?:[0-9a-f]{2}[ :,-]?){8,}/gi;
const DECIMAL = /(?:\d{2,3}[ ,;:-]{1,2}){6,}\d{2,3}/g;
const BINARY = /(?:[01]{8} ?){6,}/g;
const WRAPPED = /(?<=[A-Za-z0-9+/]{40})\r?\n(?=[A-Za-z0-9+/])/g;

const MAX_TEXTS = 200;
const MAX_ENCODED = 100_000;
const MIN_TEXT = 6;
/** Of bytes that are no text, a part has such characters. */
const NO_TEXT = /[\ufffd[\p{Cc}--[\t-\r]]]/v;
/** What has neither contains no address and no host. */
const MAY_NAME = /[.@]/;

/** The texts that parts of a text encode: in base64, base32, hexadecimal, decimal or binary numbers. */
export function decodedTexts(text: string): string[] {
  const found: string[] = [];
  const add = (bytes: Uint8Array) => {
    const decoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    if (decoded.length >= MIN_TEXT && MAY_NAME.test(decoded) && !NO_TEXT.test(decoded)) found.push(decoded);
  };
  const whole = text.replace(WRAPPED, '');
  for (const run of runsOf(whole, BASE64)) {
    add(Buffer.from(run, 'base64'));
    // The path of a URL has slashes too.
    if (run.includes('/')) for (const part of run.split('/')) if (part.length >= 12) add(Buffer.from(part, 'base64'));
  }
  for (const run of runsOf(text, BASE32)) add(fromBase32(run));
  for (const run of runsOf(text, HEXADECIMAL)) add(Buffer.from(run.replace(/[ :,-]/g, ''), 'hex'));
  for (const run of runsOf(text, DECIMAL)) add(Uint8Array.from(run.match(/\d+/g) ?? [], Number));
  for (const run of runsOf(text, BINARY)) add(Uint8Array.from(run.match(/[01]{8}/g) ?? [], (one) => parseInt(one, 2)));
  return found;
}

function runsOf(text: string, expression: RegExp): string[] {
  const runs = text.matchAll(expression).take(MAX_TEXTS);
  return [...runs].map(([run]) => run.slice(0, MAX_ENCODED));
}

const BASE32_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** See: RFC 4648, section 6. */
function fromBase32(run: string): Uint8Array {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const digit of run) {
    value = (value << 5) | BASE32_DIGITS.indexOf(digit);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}

const A = 'a'.charCodeAt(0);

/** A text with each letter of ASCII replaced by another one, by the number of its place in the alphabet. */
function substituted(text: string, place: (at: number) => number): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const other = String.fromCharCode(A + place(letter.toLowerCase().charCodeAt(0) - A));
    return letter === letter.toLowerCase() ? other : other.toUpperCase();
  });
}

const ALPHABET = 26;

/** A word in the other orders and alphabets in which people hide words: backwards, shifted, mirrored. */
export function otherSpellings(word: string): string[] {
  const shifted = Array.from({ length: ALPHABET - 1 }, (_, by) => substituted(word, (at) => (at + by + 1) % ALPHABET));
  return [backwards(word), ...shifted, substituted(word, (at) => ALPHABET - 1 - at)];
}

export function backwards(word: string): string {
  return Array.from(word).reverse().join('');
}

export function rotatedBy13(word: string): string {
  return substituted(word, (at) => (at + 13) % ALPHABET);
}
