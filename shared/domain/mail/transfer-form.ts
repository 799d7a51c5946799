/** Octets of a line without its end. See: RFC 5322, section 2.1.1. */
const MAX_LINE_OCTETS = 998;

const CR = 0x0d;
const LF = 0x0a;

/** A text with CRLF as the only form of a line break, as email has it. See: RFC 2045, section 6.8. */
export function withCrlf(text: string): string {
  return text.replace(/\r\n?|\n/g, '\r\n');
}

/**
 * Whether bytes pass every mail server unchanged without an encoding: lines of at most 998 octets of ASCII that end
 * with CRLF, without NUL. See: RFC 2045, section 2.7 (`7bit`).
 */
export function isSevenBit(bytes: Uint8Array): boolean {
  let lineStart = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 0 || byte > 0x7f) return false;
    if (byte === LF) return false;
    if (byte !== CR) continue;
    if (bytes[at + 1] !== LF || at - lineStart > MAX_LINE_OCTETS) return false;
    at += 1;
    lineStart = at + 1;
  }
  return bytes.length - lineStart <= MAX_LINE_OCTETS;
}

/** How an attachment is sent. */
export interface TransferForm {
  readonly contentType: string;
  readonly encoding: 'base64' | '7bit';
}

/**
 * How an attachment is sent, so that its recipient gets the same bytes. Attached messages (`message/rfc822` and its
 * kind) must not be encoded: they stay what they are if every server passes their bytes, and otherwise become files,
 * which mail programs know by their names.
 *
 * See: RFC 2046, section 5.2.1; docs/decisions/0012-mail.md#what-is-sent.
 */
export function transferForm(contentType: string, bytes: Uint8Array): TransferForm {
  if (!/^message\//i.test(contentType)) return { contentType, encoding: 'base64' };
  if (isSevenBit(bytes)) return { contentType, encoding: '7bit' };
  return { contentType: 'application/octet-stream', encoding: 'base64' };
}
