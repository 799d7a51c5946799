/** Words in sequence that only one of two texts has before it says something of its own. */
const MIN_RUN = 6;
const SHINGLE = 3;
/** Words that are compared of each text. */
const MAX_WORDS = 50_000;

const WORD = /[\p{L}\p{N}]+/gu;
/** Addresses of the web and of email: plain parts write out the links of the HTML. */
const ADDRESS = /(?:https?:\/\/|mailto:|www\.)[^\s<>"]*|[^\s<>"@]{1,64}@[^\s<>"@]{1,255}/giu;

/**
 * The passages of a plain part that the HTML of the same email does not say: at least six words in sequence, of which
 * no three are next to each other in the other text. Addresses do not count.
 */
export function passagesOnlyIn(plain: string, other: string): string[] {
  const known = shinglesOf(wordsOf(other).map(({ word }) => word));
  const words = wordsOf(plain);
  const covered = new Uint8Array(words.length);
  for (let at = 0; at + SHINGLE <= words.length; at += 1) {
    const shingle = words.slice(at, at + SHINGLE).map(({ word }) => word);
    if (known.has(shingle.join(' '))) covered.fill(1, at, at + SHINGLE);
  }
  const passages: string[] = [];
  for (let from = 0; from < words.length; from += 1) {
    let end = from;
    while (end < words.length && covered[end] === 0) end += 1;
    if (end - from >= MIN_RUN) passages.push(plain.slice(words[from]?.start, words[end - 1]?.end).trim());
    from = end;
  }
  return passages;
}

/** A word and where it is in its text. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text in lower case, without addresses of the web and of email, and at most `limit` of them. */
export function wordsOf(text: string, limit = MAX_WORDS): Word[] {
  const words: Word[] = [];
  const withoutAddresses = text.replace(ADDRESS, (address) => ' '.repeat(address.length));
  for (const { 0: word, index } of withoutAddresses.matchAll(WORD)) {
    if (words.length >= limit) break;
    words.push({ word: word.toLowerCase(), start: index, end: index + word.length });
  }
  return words;
}

function shinglesOf(words: readonly string[]): Set<string> {
  const shingles = new Set<string>();
  for (let at = 0; at + SHINGLE <= words.length; at += 1) shingles.add(words.slice(at, at + SHINGLE).join(' '));
  return shingles;
}

/** The number of words in a text. */
export function countWords(text: string): number {
  return wordsOf(text).length;
}

/** Whether all words of a text are words of another. */
export function saysNothingNew(text: string, other: string): boolean {
  const known = new Set(wordsOf(other).map(({ word }) => word));
  return wordsOf(text).every(({ word }) => known.has(word));
}
