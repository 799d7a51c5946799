const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/**
 * Whether a JSON text has more than `max` fields and items, at all levels together, without parsing it. Each comma
 * outside of strings separates two members, and each bracket may begin a first one, so an empty list or object counts
 * as one too. The time is linear in the length of the text, and it stops at the first member too many.
 */
export function hasMoreMembers(text: string, max: number): boolean {
  let members = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COMMA || code === OPEN_BRACKET || code === OPEN_BRACE) {
      members += 1;
      if (members > max) return true;
    }
  }
  return false;
}

/** The index of the quote that ends the string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
