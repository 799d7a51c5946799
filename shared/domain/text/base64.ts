const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Whether `text` is padded base64 of the standard alphabet. The text may have megabytes, for which a regular expression
 * with a repeated group of four overflows the stack.
 *
 * See: RFC 4648, section 4.
 */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && ALPHABET.test(text);
}

/** The number of bytes that a base64 text encodes. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}
