/** The parts of an email that a term may be limited to. `any` is all of them. */
export type SearchField = 'any' | 'subject' | 'from' | 'to' | 'body' | 'attachment';

/**
 * One thing that an email has to contain, or must not contain.
 *
 * - `word`: the word as a whole. Without case, and without the accents of Latin, Greek and Cyrillic letters.
 * - `phrase`: the words one after the other, in one field.
 * - `prefix`: words that begin so.
 *
 * A text of several words, such as an address, is a phrase whatever its kind; of a `prefix` the last word may be
 * longer.
 */
export interface Term {
  readonly text: string;
  readonly kind: 'word' | 'phrase' | 'prefix';
  readonly field: SearchField;
  /** Whether only emails without it are wanted. */
  readonly excluded: boolean;
}

/** What an email has to satisfy: all terms. At least one of them is not excluded, or nothing is found by text. */
export interface SearchExpression {
  readonly all: readonly Term[];
}
