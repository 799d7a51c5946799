import { TokenCount } from './token-costs.ts';

/** The part of a text that fits, and where the rest begins. */
export interface Cut {
  readonly text: string;
  /** In code units of the whole text; absent if nothing is left. */
  readonly nextOffset?: number;
}

/** How far back a cut looks for a blank, in code units. */
const MAX_WORD = 60;
/** A window for what a person sees as one character, such as an emoji of several. */
const MAX_CHARACTER = 40;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * An estimate of the number of tokens of a text, without a tokenizer: the models of our callers have many, some of them
 * unpublished, and the tables of one are megabytes.
 *
 * Its costs were fitted to two published tokenizers (`gpt-tokenizer`, o200k_base and cl100k_base). Over the
 * newsletters, the personal emails and the emails of other projects that tests have, and over results of tools made of
 * them, it is within 15 % of both. For texts that were made to have many tokens it is at least 0.7 of them: random
 * letters, signs and digits, rare words, and only frequent words. Outside of ASCII it is high: up to twice for Chinese,
 * Japanese and Korean, because older tokenizers have that many.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(walk(text, 0, Number.POSITIVE_INFINITY).tokens);
}

/** Whether the estimate for a text is at most `maxTokens`. It reads no more of the text than that. */
export function hasAtMost(text: string, maxTokens: number): boolean {
  return walk(text, 0, maxTokens).end === text.length;
}

/**
 * The part of a text from `from` that has at most `maxTokens`, but at least one character. It ends after a blank if
 * there is one near its end, and never within what a person sees as one character.
 */
export function cutToTokens(text: string, maxTokens: number, from = 0): Cut {
  const begin = Math.min(from, text.length);
  const { end } = walk(text, begin, maxTokens);
  if (end === text.length) return { text: text.slice(begin) };
  const cut = endBefore(text, begin, end);
  return { text: text.slice(begin, cut), nextOffset: cut };
}

/** Adds up characters until they have more than `maxTokens`. `end` is where the last one that fits ends. */
function walk(text: string, begin: number, maxTokens: number): { end: number; tokens: number } {
  const count = new TokenCount();
  let end = begin;
  while (end < text.length) {
    const code = text.codePointAt(end) as number;
    count.add(code);
    if (count.tokens > maxTokens) break;
    end += code > 0xffff ? 2 : 1;
  }
  return { end, tokens: count.tokens };
}

/** A good end of a part at or before `end`, after its `begin`. */
function endBefore(text: string, begin: number, end: number): number {
  const tail = text.slice(Math.max(begin, end - MAX_WORD), end);
  const blank = tail.search(/\s\S*$/);
  if (blank >= 0) return end - tail.length + blank + 1;
  const first = Math.max(begin, end - MAX_CHARACTER);
  const window = text.slice(first, end + MAX_CHARACTER);
  const at = first + (characters.segment(window).containing(end - first)?.index ?? 0);
  if (at > begin) return at;
  return end > begin ? end : begin + ((text.codePointAt(begin) as number) > 0xffff ? 2 : 1);
}
