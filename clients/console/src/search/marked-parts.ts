/** Letters that make words with spaces between them. What is found in other scripts may be a part of a longer run. */
const IN_WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

interface Part {
  readonly text: string;
  readonly isFound: boolean;
}

/** Splits a text at what was found: whole words, the longest of those that begin at the same place. */
export function markedParts(text: string, highlights: readonly string[]): readonly Part[] {
  const sought = [...new Set(highlights)].filter((one) => one !== '').sort((a, b) => b.length - a.length);
  const parts: Part[] = [];
  let shown = 0;
  for (let at = 0; at < text.length; ) {
    const found = sought.find((one) => text.startsWith(one, at) && isWhole(text, at, at + one.length));
    if (found === undefined) {
      at += 1;
      continue;
    }
    if (at > shown) parts.push({ text: text.slice(shown, at), isFound: false });
    parts.push({ text: found, isFound: true });
    at += found.length;
    shown = at;
  }
  if (shown < text.length) parts.push({ text: text.slice(shown), isFound: false });
  return parts;
}

/** Whether a part of a text is not in the middle of a word. */
function isWhole(text: string, start: number, end: number): boolean {
  const joins = (at: number) => IN_WORD.test(text.charAt(at - 1)) && IN_WORD.test(text.charAt(at));
  return !(start > 0 && joins(start)) && !(end < text.length && joins(end));
}
