import { comparableText } from '../text/comparable-text.ts';

/** A word is known by its beginning, so that a text that is one word of many characters costs no more than others. */
export const MAX_TOKEN_LENGTH = 64;

/** A token, and the part of the text that it was made from. */
export interface PlacedToken {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

const ONLY_ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** Letters, digits and their marks, with the characters inside words that no one sees, such as soft hyphens. */
const RUN = /[\p{L}\p{N}\p{M}\p{Cf}]+/gu;
const UNSEEN = /\p{Cf}/u;
const EACH_UNSEEN = /\p{Cf}/gu;

/** Latin, Greek, Cyrillic and what is between them. */
const ONLY_SPACED = /^[\0-\u052f]*$/;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** What Latin, Greek and Cyrillic letters carry. The marks of other scripts tell words apart. */
const ACCENTS = /[\u0300-\u036f]+/g;

/**
 * The scripts that are written without spaces between words, or, as Korean, with endings attached to them: each of
 * their characters is a token, and a word of them is a phrase.
 */
const UNSPACED = `[${['Han', 'Hira', 'Kana', 'Hang', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt']
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]`;

/** One such character with its marks, or a word of another script. */
const PIECE = new RegExp(`[${UNSPACED}&&[\\p{L}\\p{N}]]\\p{M}*|[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]+`, 'gv');

/**
 * The words of a text as the index and the queries have them: without case, compatibility forms and accents. Both use
 * this and nothing else, so that a word is found however SQLite would split it.
 */
export function tokensOf(text: string): string[] {
  if (ONLY_ASCII.test(text)) return (text.toLowerCase().match(ASCII_WORD) ?? []).map(bounded);
  return (text.match(RUN) ?? []).flatMap(tokensOfRun);
}

/** The same with the place of each token. */
export function placedTokens(text: string): PlacedToken[] {
  const placed: PlacedToken[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const tokens = tokensOfRun(run);
    // Where each character is a token and none has changed, each has its own place; else all have that of the run.
    const isSpelledOut = tokens.length > 1 && tokens.join('') === run;
    let start = index;
    for (const token of tokens) {
      const end = isSpelledOut ? start + token.length : index + run.length;
      placed.push({ token, start, end });
      if (isSpelledOut) start = end;
    }
  }
  return placed;
}

function tokensOfRun(run: string): string[] {
  if (ONLY_ASCII.test(run)) return [bounded(run.toLowerCase())];
  const seen = UNSEEN.test(run) ? run.replace(EACH_UNSEEN, '') : run;
  const folded = withoutAccents(comparableText(seen));
  return (folded.match(ONLY_SPACED.test(folded) ? WORD : PIECE) ?? []).map(bounded);
}

function withoutAccents(text: string): string {
  const decomposed = text.normalize('NFD');
  return decomposed === text ? text : decomposed.replace(ACCENTS, '').normalize('NFC');
}

function bounded(token: string): string {
  if (token.length <= MAX_TOKEN_LENGTH) return token;
  // Half of a character is no text.
  return token.slice(0, MAX_TOKEN_LENGTH).replace(/[\ud800-\udbff]$/, '');
}
