import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** Runs that may be encoded texts. */
const BASE64 = /[A-Za-z0-9+/_-]{12,}/g;
/** Base64 with a blank or a break after every few characters, and words, which have the same form. */
const PIECES = /(?:[A-Za-z0-9+/_-]{2,76}=?\s{1,2}){2,}[A-Za-z0-9+/_-]{1,76}/g;
const BASE32 = /\b[A-Z2-7]{16,}/g;
const BASE85 = /<~([!-u\sz]{10,}?)~>/g;
const HEXADECIMAL = /(?:(?:0x|\\x|u\+00)?[0-9a-f]{2}[\s:,;-]{0,2}){8,}/gi;
const DECIMAL = /(?:\d{2,3}[\s,;:-]{1,2}){6,}\d{2,3}/g;
const BINARY = /(?:[01]{8} ?){6,}/g;
/** Bytes as `=40`, of emails and cards (RFC 2045, section 6.7), and as `+AEA-` (RFC 2152). */
const QUOTED_PRINTABLE = /=([0-9A-F]{2})/g;
const SOFT_BREAK = /=\r?\n/g;
const UTF_7 = /\+([A-Za-z0-9+/]{2,400})-/g;

const MAX_TEXTS = 200;
const MAX_ENCODED = 100_000;
const MIN_TEXT = 6;
/** Of bytes that are no text, a part has such characters. */
const NO_TEXT = /[\ufffd[\p{Cc}--[\t-\r]]]+/v;
/** What has neither of these contains no address and no host, unless it is encoded once more. */
const MAY_NAME = /[.@]|^[\s\w+/=~<>-]{12,}$/;

/**
 * The texts that parts of a text encode: in base64, base32, base85, octal, hexadecimal, decimal or binary numbers,
 * quoted-printable or UTF-7, also compressed and backwards. One step: a text that is encoded twice has a text that is
 * encoded.
 */
export function decodedTexts(text: string): string[] {
  const found: string[] = [];
  const add = (bytes: Uint8Array) => {
    const decoded = Buffer.from(expanded(bytes)).toString('utf8');
    for (const part of decoded.split(NO_TEXT)) if (part.length >= MIN_TEXT && MAY_NAME.test(part)) found.push(part);
  };
  const addBase64 = (run: string) => {
    add(Buffer.from(run, 'base64'));
    add(Buffer.from(Array.from(run).reverse().join(''), 'base64'));
  };
  for (const run of runsOf(text, BASE64)) {
    addBase64(run);
    // The path of a URL has slashes too.
    if (run.includes('/')) for (const part of run.split('/')) if (part.length >= 12) addBase64(part);
  }
  for (const run of runsOf(text, PIECES)) {
    // The words before a run, which have its form, move its beginning.
    const whole = run.replace(/\s/g, '');
    for (let skipped = 0; skipped < 4; skipped++) add(Buffer.from(whole.slice(skipped), 'base64'));
  }
  for (const run of runsOf(text, BASE32)) add(fromBase32(run));
  for (const run of runsOf(text, BASE85)) add(fromBase85(run.slice(2, -2)));
  for (const run of runsOf(text, HEXADECIMAL)) add(Buffer.from(run.replace(/0x|\\x|u\+00|[^0-9a-f]/gi, ''), 'hex'));
  for (const run of runsOf(text, DECIMAL)) {
    const numbers = run.match(/\d+/g) ?? [];
    add(Uint8Array.from(numbers, Number));
    if (!/[89]/.test(run)) add(Uint8Array.from(numbers, (one) => Number.parseInt(one, 8)));
  }
  for (const run of runsOf(text, BINARY)) add(Uint8Array.from(run.match(/[01]{8}/g) ?? [], (one) => parseInt(one, 2)));
  const bare = text
    .replace(SOFT_BREAK, '')
    .replace(QUOTED_PRINTABLE, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
    .replace(UTF_7, (whole, encoded: string) => fromUtf7(encoded) ?? whole);
  if (bare !== text) found.push(bare);
  return found.slice(0, MAX_TEXTS);
}

function runsOf(text: string, expression: RegExp): string[] {
  const runs = text.matchAll(expression).take(MAX_TEXTS);
  return [...runs].map(([run]) => run.slice(0, MAX_ENCODED));
}

const LIMIT = { maxOutputLength: MAX_ENCODED };

/** Bytes, uncompressed if they begin as gzip (RFC 1952) or zlib (RFC 1950) do. */
function expanded(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes;
  if (bytes.length < 12) return bytes;
  try {
    if (first === 0x1f && second === 0x8b) return gunzipSync(bytes, LIMIT);
    if (first === 0x78) return inflateSync(bytes, LIMIT);
    if (first === 0x4b || first === 0x2b) return inflateRawSync(bytes, LIMIT);
  } catch {
    // They are no compressed text.
  }
  return bytes;
}

/** See: RFC 2152. */
function fromUtf7(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length < 2) return undefined;
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}

/** Base85 as Adobe writes it: `<~` to `~>`. */
function fromBase85(run: string): Uint8Array {
  const bytes: number[] = [];
  const digits = run.replaceAll('z', '!!!!!').replace(/\s/g, '');
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5);
    let value = 0;
    for (const digit of group.padEnd(5, 'u')) value = value * 85 + digit.charCodeAt(0) - 33;
    for (let byte = 0; byte < group.length - 1; byte++) bytes.push(Math.floor(value / 256 ** (3 - byte)) & 0xff);
  }
  return Uint8Array.from(bytes);
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
