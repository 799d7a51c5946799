/** The patterns of a text: two blanks or a line feed are between them, because they may have single blanks. */
export function patternsOf(text: string): string[] {
  return text.trim().split(/\s*\n\s*| {2,}/);
}

/** Letters before and after a word of a script that separates words. */
const [START, END] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];

/** Scripts without spaces between words, and those that put particles onto a word. */
const UNSEPARATED = /[\u0590-\u06ff\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

/**
 * Any of some words, in upper or lower case, and whole where their script separates words. `flags` adds to those.
 */
export function anyOf(words: readonly string[], flags: '' | 'g' = ''): RegExp {
  const [joined, separate] = [
    words.filter((word) => UNSEPARATED.test(word)),
    words.filter((word) => !UNSEPARATED.test(word)),
  ];
  const any = [separate.length === 0 ? [] : [`${START}(?:${separate.join('|')})${END}`], joined].flat();
  return new RegExp(any.join('|'), `${flags}iu`);
}
