/** A text in tags, which no person sees and many language models read. */
export function inTags(text: string): string {
  return Array.from(text, (character) => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0))).join('');
}

/** A text in variation selectors, one for each byte. */
export function inSelectors(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('');
}
