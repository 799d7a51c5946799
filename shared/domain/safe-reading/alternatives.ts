import { separatorOf } from '../quotations/separators.ts';

/** Words that are compared of each text. */
const MAX_WORDS = 50_000;

const WORD = /[\p{L}\p{N}]+/gu;
/** Addresses of the web and of email: plain parts write out the links of the HTML. */
const ADDRESS = /(?:https?:\/\/|mailto:|www\.|tel:)[^\s<>"]*|[^\s<>"@]{1,64}@[^\s<>"@]{1,255}/giu;
/** What programs write in a plain part in place of a picture, and around what is bold. */
const CONVERSION = /\[(?:image|cid|inline image|bild|img)\b[^\]\n]{0,300}\]/giu;

/**
 * The passages of a plain part that the HTML of the same email does not say: words and numbers that are not in it as
 * often, with the line around them. Addresses do not count, nor do what programs write in place of pictures, marks of
 * lists, the line above a quoted message (`--- Original Message ---`, for which HTML has a rule), and upper and lower
 * case.
 */
export function passagesOnlyIn(plain: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const { word } of wordsOf(other)) left.set(word, (left.get(word) ?? 0) + 1);
  const known = new Set(left.keys());
  const passages: string[] = [];
  let position = 0;
  for (const line of plain.replace(CONVERSION, (text) => ' '.repeat(text.length)).split('\n')) {
    const all = wordsOf(line);
    const words = all.filter(({ word }) => known.has(word) || !isMark(word, all));
    const isRepeated = words.length > 0 && !words.every(({ word }) => take(left, word)) && words.length >= MIN_REPEATED;
    const isNew = words.some(({ word }) => !known.has(word));
    const isPassage = (isNew || isRepeated) && separatorOf(line) !== 'original';
    if (isPassage) passages.push(plain.slice(position, position + line.length).trim());
    position += line.length + 1;
  }
  return passages;
}

/** A line that says more words than the HTML has, although each of them is in it somewhere. */
const MIN_REPEATED = 6;

/** Takes one occurrence of a word away. */
function take(left: Map<string, number>, word: string): boolean {
  const count = left.get(word) ?? 0;
  left.set(word, count - 1);
  return count > 0;
}

/** The number or letter of a list item or of a note: `1.`, `[2]`, `a)`. */
function isMark(word: string, words: readonly Word[]): boolean {
  return /^(?:\d{1,2}|[a-zivx])$/.test(word) && (words[0]?.word === word || /^\d{1,2}$/.test(word));
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

/** Whether all words of a text are words of another. */
export function saysNothingNew(text: string, other: string): boolean {
  const known = new Set(wordsOf(other).map(({ word }) => word));
  return wordsOf(text).every(({ word }) => known.has(word));
}
