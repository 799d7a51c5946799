/** Labels that say nothing: programs write them, or a default, before any text. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  '',
  'utf-8',
  'utf8',
  'us-ascii',
  'ascii',
  'ansi_x3.4-1968',
  'iso-8859-1',
  'iso8859-1',
  'latin1',
  'windows-1252',
  'cp1252',
  'default',
  'binary',
]);

/** Labels of mail programs that the Encoding Standard does not list, without their separators. */
const ALIASES: Readonly<Record<string, string>> = {
  windows31j: 'shift_jis',
  mskanji: 'shift_jis',
  shiftjis: 'shift_jis',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  eucjp: 'euc-jp',
  cp51932: 'euc-jp',
  iso2022jp: 'iso-2022-jp',
  iso2022jp1: 'iso-2022-jp',
  iso2022jp2: 'iso-2022-jp',
  iso2022jpms: 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  cp936: 'gbk',
  ms936: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  euckr: 'euc-kr',
  cp950: 'big5',
  cp874: 'windows-874',
  tis620: 'windows-874',
  iso88598i: 'iso-8859-8-i',
  iso88598e: 'iso-8859-8',
};

/** Charsets in which texts often have the form of UTF-8: those of several bytes, and Thai. */
const OFTEN_LIKE_UTF8 = /^(?:gb|big5|euc|shift_jis|windows-874$)/;

/** Charsets of which UTF-8 is no other reading: all of their bytes are ASCII, or they have zero bytes. */
const UNLIKE_UTF8 = /^(?:iso-2022-jp|utf-16)/;

/** As many characters of three bytes or more that no text in another charset has by chance. */
const MIN_LONG_SEQUENCES = 3;

/**
 * Decodes a text of an email. Its bytes decide where its label is wrong, as many are: a text with the form of UTF-8 is
 * UTF-8, and one without it is windows-1252 if the label is missing, unknown, or one that programs write before any
 * text. A text that is UTF-8 in most places is read as such, and each byte that does not fit as windows-1252. Other
 * labels hold. HTML without a label may name its charset in a `meta` element.
 *
 * Linear in the number of bytes. Never throws.
 *
 * See: HTML Living Standard, section 13.2.3.2 (prescan a byte stream to determine its encoding); WHATWG Encoding
 * Standard, section 4.2 (names and labels); RFC 2046, section 4.1.2.
 */
export function decodedText(bytes: Uint8Array, label: string | undefined, type: 'plain' | 'html' = 'plain'): string {
  const marked = encodingOfMark(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const declared = decoderOf(label) ?? (type === 'html' ? decoderOf(labelOfMeta(bytes)) : undefined);
  if (declared === undefined) return unlabelledText(bytes);
  const form = utf8Form(bytes);
  if (UNLIKE_UTF8.test(declared) || form.sequences === 0) return new TextDecoder(declared).decode(bytes);
  const isUtf8 =
    form.misfits === 0 &&
    (!OFTEN_LIKE_UTF8.test(declared) || form.longSequences >= MIN_LONG_SEQUENCES || !decodes(declared, bytes));
  return isUtf8 ? new TextDecoder().decode(bytes) : new TextDecoder(declared).decode(bytes);
}

/** Whether all bytes have the form of UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  return utf8Form(bytes).misfits === 0;
}

/** The encoding that a byte order mark names. */
function encodingOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

/** An escape sequence that switches to Japanese characters, in texts of 7-bit bytes. See: RFC 1468. */
const JAPANESE_ESCAPE = Buffer.from('\x1b$');

function unlabelledText(bytes: Uint8Array): string {
  const { misfits, sequences } = utf8Form(bytes);
  if (misfits === 0) {
    const isJapanese =
      sequences === 0 && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(JAPANESE_ESCAPE);
    return new TextDecoder(isJapanese ? 'iso-2022-jp' : 'utf-8').decode(bytes);
  }
  return misfits > sequences ? new TextDecoder('windows-1252').decode(bytes) : mixedText(bytes);
}

/** UTF-8, with each byte that does not fit read as windows-1252. */
function mixedText(bytes: Uint8Array): string {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const western = new TextDecoder('windows-1252');
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length === 0) {
      pieces.push(utf8.decode(bytes.subarray(from, at)), western.decode(bytes.subarray(at, at + 1)));
      from = at + 1;
    }
    at += Math.max(length, 1);
  }
  return [...pieces, utf8.decode(bytes.subarray(from))].join('');
}

function decodes(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The decoder of a label; `undefined` if the label is missing, unknown, or says nothing. */
function decoderOf(label: string | undefined): string | undefined {
  const plain = (label ?? '').replace(/["'\s;]/g, '').toLowerCase();
  if (SAYS_NOTHING.has(plain) || plain.length > MAX_LABEL) return undefined;
  const bare = plain.replace(/^(?:x-ms-|x-|cs)/, '').replace(/[._-]/g, '');
  for (const name of [plain, ALIASES[bare], bare]) {
    const encoding = name === undefined ? undefined : encodingOf(name);
    if (encoding !== undefined) return SAYS_NOTHING.has(encoding) ? undefined : encoding;
  }
  return undefined;
}

const MAX_LABEL = 40;

const encodings = new Map<string, string | undefined>();
const MAX_ENCODINGS = 1_000;

/** The name of an encoding by one of its labels. Remembered, because a refusal is slow and an email may repeat it. */
function encodingOf(name: string): string | undefined {
  if (encodings.has(name)) return encodings.get(name);
  let encoding: string | undefined;
  try {
    encoding = new TextDecoder(name).encoding;
  } catch {
    // Not a label of the Encoding Standard.
  }
  if (encodings.size >= MAX_ENCODINGS) encodings.clear();
  encodings.set(name, encoding);
  return encoding;
}

/** The bytes of HTML in which a `meta` element may name the charset. See: HTML Living Standard, section 4.2.5.4. */
const PRESCANNED = 1024;

const META = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'>;/]+)/i;

function labelOfMeta(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCANNED)).toString('latin1');
  const label = META.exec(start)?.[1];
  // What is read here cannot be UTF-16. See: HTML Living Standard, section 13.2.3.2, step 14 of the prescan.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

interface Utf8Form {
  /** Characters of more than one byte, and those of three bytes or more among them. */
  sequences: number;
  longSequences: number;
  /** Bytes that are part of no character. */
  misfits: number;
}

function utf8Form(bytes: Uint8Array): Utf8Form {
  const form = { sequences: 0, longSequences: 0, misfits: 0 };
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length === 0) form.misfits += 1;
    if (length > 1) form.sequences += 1;
    if (length > 2) form.longSequences += 1;
    at += Math.max(length, 1);
  }
  return form;
}

/** The number of bytes of the character at a position; 0 if there is none. See: RFC 3629, section 4. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const [least, most] = SECOND_BYTES[first] ?? [0x80, 0xbf];
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next += 1) {
    const byte = bytes[next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}

/** The least and the greatest second byte after these first bytes: no overlong forms, no surrogates, none too large. */
const SECOND_BYTES: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};
