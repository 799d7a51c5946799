const MAX_LINE = 76;

/** The characters of `text` as bytes of a charset, one byte for each character. */
export type Encode = (text: string) => Buffer;

export const utf8: Encode = (text) => Buffer.from(text, 'utf8');
export const latin1: Encode = (text) => Buffer.from(text, 'latin1');

const WINDOWS_1252 = new Map([
  ['“', 0x93],
  ['”', 0x94],
  ['’', 0x92],
  ['–', 0x96],
  ['€', 0x80],
]);

/** Windows-1252, which is Latin-1 with typographic characters where that has controls. */
export const windows1252: Encode = (text) =>
  Buffer.from(Array.from(text, (character) => WINDOWS_1252.get(character) ?? character.charCodeAt(0)));

export function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
}

/** Quoted-printable, with soft line breaks where a line would be too long. See: RFC 2045, section 6.7. */
export function quotedPrintable(bytes: Buffer): string {
  const lines = bytes
    .toString('latin1')
    .split('\r\n')
    .map((line) => {
      let [written, length] = ['', 0];
      for (const character of line) {
        const code = character.charCodeAt(0);
        const isPlain = code >= 32 && code < 127 && character !== '=';
        const piece = isPlain ? character : `=${code.toString(16).toUpperCase().padStart(2, '0')}`;
        if (length + piece.length >= MAX_LINE) {
          written += '=\r\n';
          length = 0;
        }
        written += piece;
        length += piece.length;
      }
      return written.replace(/[ \t]$/, (blank) => (blank === ' ' ? '=20' : '=09'));
    });
  return lines.join('\r\n');
}

/** An encoded word in UTF-8. See: RFC 2047. */
export function encodedWord(text: string, encoding: 'B' | 'Q' = 'B'): string {
  const bytes = utf8(text);
  if (encoding === 'B') return `=?utf-8?B?${bytes.toString('base64')}?=`;
  const pieces = Array.from(bytes, (code) => `=${code.toString(16).toUpperCase().padStart(2, '0')}`);
  return `=?utf-8?Q?${pieces.join('')}?=`;
}

/** A parameter with percent encoding. See: RFC 2231, section 4. */
export function extended(text: string): string {
  return `utf-8''${encodeURIComponent(text)}`;
}

/** A part: its header fields and its body, one character for each byte. */
export function part(fields: readonly string[], body: string): string {
  return `${fields.join('\r\n')}\r\n\r\n${body}`;
}

/** A part with parts in it. */
export function multipart(
  type: string,
  parts: readonly string[],
  boundary = `=_${type.length}_${parts.length}`,
): string {
  const inner = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('');
  return part([`Content-Type: multipart/${type}; boundary="${boundary}"`], `${inner}--${boundary}--\r\n`);
}

export type Transfer = '8bit' | 'base64' | 'quoted-printable';

/** A text, encoded for its way. */
export function textPart(type: string, text: string, transfer: Transfer = 'quoted-printable', encode = utf8): string {
  const bytes = encode(text.replaceAll('\n', '\r\n'));
  const bodies = {
    '8bit': bytes.toString('latin1'),
    base64: base64(bytes),
    'quoted-printable': quotedPrintable(bytes),
  };
  return part([`Content-Type: ${type}`, `Content-Transfer-Encoding: ${transfer}`], bodies[transfer]);
}

/** A file with the fields that name it. */
export function filePart(type: string, disposition: string, bytes: Buffer, ...fields: readonly string[]): string {
  const header = [`Content-Type: ${type}`, `Content-Disposition: ${disposition}`, 'Content-Transfer-Encoding: base64'];
  return part([...header, ...fields], base64(bytes));
}
