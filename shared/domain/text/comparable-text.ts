/**
 * Maps case and compatibility forms to one. Upper case first, because `ß` and `SS` differ in lower case only. The lower
 * case of a sigma depends on whether it ends a word: without the final form, the beginning of a word is part of it.
 */
export function comparableText(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
