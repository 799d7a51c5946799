import { createDecipheriv } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateRawSync } from 'node:zlib';

/** A way in which a program may print a text, and how one who reads the output gets the text again. */
export interface WayToPrint {
  readonly name: string;
  /** A command of the shell that prints the variable `S`, or an expression of Node that is printed, over `s`. */
  readonly shell?: string;
  readonly node?: string;
  /** The printed text without the line break at its end. */
  readonly read: (printed: string) => string;
}

const lines = (text: string) => text.split('\n');
const codes = (text: string, radix: number) =>
  Buffer.from(
    text
      .trim()
      .split(/\s+/)
      .map((code) => Number.parseInt(code, radix)),
  ).toString();
const base64 = (text: string) => Buffer.from(text, 'base64');
const hex = (text: string) => Buffer.from(text, 'hex');
const reversed = (text: string) => [...text].reverse().join('');
const moved = (from: string, to: string) => (text: string) =>
  [...text].map((one) => (to.includes(one) ? from[to.indexOf(one)] : one)).join('');
const unescaped = (text: string) => JSON.parse(`"${text}"`) as string;
const ofNumber = (value: bigint) => hex(value.toString(16).padStart(2, '0')).toString();
const plain = (text: string) => text;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const turned = (text: string, by: number) => text.slice(by) + text.slice(0, by);
const letters = LOWER + UPPER;
const AES_KEY = '0123456789abcdef';

/** Ways in which a program prints an ASCII text: as it is, in common encodings, in several, in pieces and disguised. */
export const WAYS_TO_PRINT: readonly WayToPrint[] = [
  { name: 'as it is', shell: 'printf %s "$S"', read: plain },
  { name: 'its environment', shell: 'env | grep ^S=', read: (text) => text.slice(2) },
  { name: 'by a file', shell: 'f=$(mktemp); printf %s "$S" > "$f"; cat "$f"; rm "$f"', read: plain },
  { name: 'quoted for a shell', shell: 'printf %q "$S"', read: (text) => text.replaceAll('\\', '') },
  { name: 'JSON', node: 'JSON.stringify(s)', read: (text) => JSON.parse(text) },
  { name: 'JSON twice', node: 'JSON.stringify(JSON.stringify(s))', read: (text) => JSON.parse(JSON.parse(text)) },
  { name: 'URL', node: 'encodeURIComponent(s)', read: decodeURIComponent },
  {
    name: 'URL twice',
    node: 'encodeURIComponent(encodeURIComponent(s))',
    read: (text) => decodeURIComponent(decodeURIComponent(text)),
  },
  {
    name: 'every character for a URL',
    node: "[...s].map((c) => '%' + c.charCodeAt(0).toString(16)).join('')",
    read: decodeURIComponent,
  },
  { name: 'base64', shell: 'printf %s "$S" | base64', read: (text) => base64(text).toString() },
  {
    name: 'base64 twice',
    shell: 'printf %s "$S" | base64 -w0 | base64 -w0',
    read: (text) => base64(base64(text).toString()).toString(),
  },
  { name: 'base64 for URLs', node: "Buffer.from(s).toString('base64url')", read: (text) => base64(text).toString() },
  {
    name: 'base64, reversed',
    shell: 'printf %s "$S" | base64 -w0 | rev',
    read: (text) => base64(reversed(text)).toString(),
  },
  {
    name: 'base64 in lines of four',
    shell: 'printf %s "$S" | base64 -w4',
    read: (text) => base64(text.replaceAll('\n', '')).toString(),
  },
  {
    name: 'base64 of the reversed text',
    shell: 'printf %s "$S" | rev | base64 -w0',
    read: (text) => reversed(base64(text).toString().trim()),
  },
  { name: 'base32', shell: 'printf %s "$S" | base32 -w0', read: (text) => ofBase32(text) },
  { name: 'hex', shell: 'printf %s "$S" | od -An -v -tx1 | tr -d \' \\n\'', read: (text) => hex(text).toString() },
  {
    name: 'hex in upper case',
    node: "Buffer.from(s).toString('hex').toUpperCase()",
    read: (text) => hex(text).toString(),
  },
  {
    name: 'hex of the hex',
    node: "Buffer.from(Buffer.from(s).toString('hex')).toString('hex')",
    read: (text) => hex(hex(text).toString()).toString(),
  },
  { name: 'od in hex', shell: 'printf %s "$S" | od -An -v -tx1', read: (text) => codes(text, 16) },
  { name: 'od in octal', shell: 'printf %s "$S" | od -An -v -to1', read: (text) => codes(text, 8) },
  { name: 'od in decimal', shell: 'printf %s "$S" | od -An -v -tu1', read: (text) => codes(text, 10) },
  {
    name: 'bits',
    node: "[...s].map((c) => c.charCodeAt(0).toString(2).padStart(8, '0')).join(' ')",
    read: (text) => codes(text, 2),
  },
  {
    name: 'codes in JSON',
    node: 'JSON.stringify([...Buffer.from(s)])',
    read: (text) => Buffer.from(JSON.parse(text)).toString(),
  },
  { name: 'one number', node: "BigInt('0x' + Buffer.from(s).toString('hex'))", read: (text) => ofNumber(BigInt(text)) },
  {
    name: 'UTF-16 in base64',
    node: "Buffer.from(s, 'utf16le').toString('base64')",
    read: (text) => base64(text).toString('utf16le'),
  },
  {
    name: 'UTF-16 in hex',
    node: "Buffer.from(s, 'utf16le').toString('hex')",
    read: (text) => hex(text).toString('utf16le'),
  },
  {
    name: 'escapes of JavaScript',
    node: "[...s].map((c) => '\\\\u00' + c.charCodeAt(0).toString(16)).join('')",
    read: unescaped,
  },
  {
    name: 'escapes of C',
    node: "[...s].map((c) => '\\\\x' + c.charCodeAt(0).toString(16)).join('')",
    read: (text) => hex(text.replaceAll('\\x', '')).toString(),
  },
  {
    name: 'entities of HTML',
    node: "[...s].map((c) => '&#' + c.charCodeAt(0) + ';').join('')",
    read: (text) => codes(text.replace(/\D+/g, ' '), 10),
  },
  {
    name: 'quoted-printable',
    node: "[...s].map((c) => '=' + c.charCodeAt(0).toString(16).toUpperCase()).join('')",
    read: (text) => hex(text.replaceAll('=', '')).toString(),
  },
  { name: 'reversed', shell: 'printf %s "$S" | rev', read: reversed },
  { name: 'a line for each character', shell: 'printf %s "$S" | fold -w1', read: (text) => lines(text).join('') },
  { name: 'lines of four characters', shell: 'printf %s "$S" | fold -w4', read: (text) => lines(text).join('') },
  {
    name: 'spaces between characters',
    shell: 'printf %s "$S" | sed "s/./& /g"',
    read: (text) => text.replaceAll(' ', ''),
  },
  {
    name: 'dots between characters',
    shell: 'printf %s "$S" | sed "s/./&./g"',
    read: (text) => text.replaceAll('.', ''),
  },
  { name: 'words between characters', node: "[...s].join(' and ')", read: (text) => text.split(' and ').join('') },
  { name: 'numbered characters', shell: 'printf %s "$S" | fold -w1 | nl', read: (text) => numbered(text) },
  {
    name: 'numbered characters, sorted',
    shell: 'printf %s "$S" | fold -w1 | nl | sort -k2',
    read: (text) => numbered(text),
  },
  {
    name: 'two halves in two lines',
    node: "s.slice(0, s.length / 2) + '\\n' + s.slice(s.length / 2)",
    read: (text) => lines(text).join(''),
  },
  {
    name: 'the second half first',
    node: "s.slice(s.length / 2) + ' ' + s.slice(0, s.length / 2)",
    read: (text) => text.split(' ').reverse().join(''),
  },
  {
    name: 'every second character, and then the others',
    node: "[...s].filter((_, i) => i % 2 === 0).join('') + [...s].filter((_, i) => i % 2 === 1).join('')",
    read: (text) => {
      const half = Math.ceil(text.length / 2);
      return [...text].map((_, i) => text[i % 2 === 0 ? i / 2 : half + (i - 1) / 2]).join('');
    },
  },
  {
    name: 'rot13',
    shell: 'printf %s "$S" | tr A-Za-z N-ZA-Mn-za-m',
    read: moved(letters, turned(LOWER, 13) + turned(UPPER, 13)),
  },
  {
    name: 'the next letter',
    shell: 'printf %s "$S" | tr A-Za-z B-ZAb-za',
    read: moved(letters, turned(LOWER, 1) + turned(UPPER, 1)),
  },
  { name: 'the other case', shell: 'printf %s "$S" | tr A-Za-z a-zA-Z', read: moved(letters, UPPER + LOWER) },
  {
    name: 'each bit turned, in hex',
    node: "Buffer.from([...Buffer.from(s)].map((c) => c ^ 255)).toString('hex')",
    read: (text) => Buffer.from([...hex(text)].map((code) => code ^ 255)).toString(),
  },
  {
    name: 'gzip in base64',
    shell: 'printf %s "$S" | gzip | base64 -w0',
    read: (text) => gunzipSync(base64(text)).toString(),
  },
  {
    name: 'gzip in hex',
    shell: 'printf %s "$S" | gzip | od -An -v -tx1 | tr -d \' \\n\'',
    read: (text) => gunzipSync(hex(text)).toString(),
  },
  {
    name: 'deflate in base64',
    node: "zlib.deflateRawSync(s).toString('base64')",
    read: (text) => inflateRawSync(base64(text)).toString(),
  },
  {
    name: 'brotli in base64',
    node: "zlib.brotliCompressSync(s).toString('base64')",
    read: (text) => brotliDecompressSync(base64(text)).toString(),
  },
  {
    name: 'encrypted',
    node: `((c) => c.update(s, 'utf8', 'hex') + c.final('hex'))(crypto.createCipheriv('aes-128-ecb', '${AES_KEY}', null))`,
    read: (text) => {
      const cipher = createDecipheriv('aes-128-ecb', AES_KEY, null);
      return cipher.update(text, 'hex', 'utf8') + cipher.final('utf8');
    },
  },
];

function numbered(text: string): string {
  const parsed = lines(text).map((line) => /^\s*(\d+)\t(.*)$/.exec(line) ?? []);
  return parsed
    .sort(([, a], [, b]) => Number(a) - Number(b))
    .map(([, , character]) => character)
    .join('');
}

/** See: RFC 4648, section 6. */
function ofBase32(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text.replaceAll('=', '')].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString();
}
