/** Maps case and compatibility forms to one. Upper case first, because `ß` and `SS` differ in lower case only. */
export function comparableText(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase();
}
