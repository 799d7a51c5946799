/**
 * The text of bytes: in the charset that their byte order mark says, or the declared one, or UTF-8, or else
 * windows-1252, in which every byte is a character. Throws for bytes that are no text, because they contain a NUL.
 *
 * See: WHATWG Encoding Standard, sections 4.2 and 6 (decode).
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  for (const label of [markedCharset(bytes) ?? charset ?? 'utf-8', 'utf-8', 'windows-1252']) {
    const text = decoded(bytes, label);
    if (text === undefined) continue;
    if (text.includes('\0')) throw new Error('bytes that are no text');
    return text;
  }
  throw new Error('bytes that are no text');
}

function markedCharset([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** `undefined` for bytes that are not of this charset, and for one that no decoder knows. */
function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
