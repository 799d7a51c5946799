import { invalid } from '../errors/errors.ts';
import { mailLabelSchema } from '../mail/labels.ts';
import { MAIL_FOLDERS, type MailFolder } from '../mail/message-fields.ts';
import { parseTimestamp } from '../time/time.ts';
import type { SearchExpression, SearchField, Term } from './search-expression.ts';

/** The length of a query, in UTF-16 code units. */
export const MAX_QUERY_LENGTH = 500;
/** The words, phrases and operators of a query. */
export const MAX_QUERY_TERMS = 32;

/** What a query asks for in addition to texts. The times are in epoch milliseconds. */
export interface QueryFilters {
  /** Exclusive. */
  readonly before?: number;
  /** Inclusive. */
  readonly after?: number;
  readonly folder?: MailFolder;
  readonly hasAttachment?: boolean;
  /** Labels that a message has, all of them, and labels that it does not have. */
  readonly labels?: readonly string[];
  readonly withoutLabels?: readonly string[];
}

interface ParsedQuery {
  readonly expression: SearchExpression;
  readonly filters: QueryFilters;
}

/** A part of a query: a word or a phrase, with what is before and after it. */
interface Item {
  readonly excluded: boolean;
  /** What is before the first colon outside of quotes, in lower case. */
  readonly operator: string | undefined;
  readonly value: string;
  readonly isQuoted: boolean;
  readonly isPrefix: boolean;
  /** All of it without the sign, for an operator that is none. */
  readonly whole: string;
}

const FIELDS: ReadonlyMap<string, SearchField> = new Map([
  ['from', 'from'],
  ['to', 'to'],
  ['subject', 'subject'],
]);

/** What people type for a quote: also the typographic ones that some keyboards and programs insert. */
const QUOTES: ReadonlySet<string> = new Set(['"', '“', '”', '„', '«', '»']);

/**
 * Parses what a person types to search. Words have to be there all of them; `"…"` is a phrase, `word*` a beginning,
 * `-` in front excludes. The operators are `from:`, `to:`, `subject:`, `has:attachment`, `before:`, `after:`,
 * `in:` with a folder and `label:`. Whatever has another form is text to look for, so that no text is an error. Throws
 * 400 for a query beyond the limits.
 *
 * See: docs/contract/search.md#queries.
 */
export function parseQuery(query: string): ParsedQuery {
  if (query.length > MAX_QUERY_LENGTH) throw invalid('q', `at most ${MAX_QUERY_LENGTH} characters`);
  const items = itemsOf(query);
  if (items.length > MAX_QUERY_TERMS) throw invalid('q', `at most ${MAX_QUERY_TERMS} words, phrases and operators`);
  const read = items.map((item) => ({ item, filter: filterOf(item) }));
  const all = read.flatMap(({ item, filter }) => (filter === undefined ? [termOf(item)] : []));
  return { expression: { all }, filters: combined(read.flatMap(({ filter }) => filter ?? [])) };
}

function termOf({ excluded, operator, value, isQuoted, isPrefix, whole }: Item): Term {
  const kind = isPrefix ? 'prefix' : isQuoted ? 'phrase' : 'word';
  const field = operator === undefined ? 'any' : FIELDS.get(operator);
  if (field === undefined || value === '') return { text: whole, kind, field: 'any', excluded };
  return { text: value, kind, field, excluded };
}

function filterOf({ operator, value, excluded }: Item): QueryFilters | undefined {
  const wanted = value.toLowerCase();
  if (operator === 'has' && (wanted === 'attachment' || wanted === 'attachments')) return { hasAttachment: !excluded };
  if (operator === 'label' && mailLabelSchema.safeParse(wanted).success) {
    return excluded ? { withoutLabels: [wanted] } : { labels: [wanted] };
  }
  if (excluded) return undefined;
  if (operator === 'in') {
    const folder = MAIL_FOLDERS.find((name) => name === wanted);
    return folder && { folder };
  }
  if (operator !== 'before' && operator !== 'after') return undefined;
  const time = timeOf(value);
  if (time === undefined) return undefined;
  return operator === 'before' ? { before: time } : { after: time };
}

/** The start of a day in UTC, or a time. */
function timeOf(text: string): number | undefined {
  return parseTimestamp(text.length === '2026-01-31'.length ? `${text}T00:00:00Z` : text);
}

/** All bounds and labels hold; of several folders the last one. Each filter has one member. */
function combined(filters: readonly QueryFilters[]): QueryFilters {
  const ends = filters.flatMap(({ before }) => before ?? []);
  const starts = filters.flatMap(({ after }) => after ?? []);
  const labels = filters.flatMap((filter) => filter.labels ?? []);
  const withoutLabels = filters.flatMap((filter) => filter.withoutLabels ?? []);
  return {
    ...filters.findLast(({ folder }) => folder !== undefined),
    ...filters.findLast(({ hasAttachment }) => hasAttachment !== undefined),
    ...(ends.length > 0 && { before: Math.min(...ends) }),
    ...(starts.length > 0 && { after: Math.max(...starts) }),
    ...(labels.length > 0 && { labels }),
    ...(withoutLabels.length > 0 && { withoutLabels }),
  };
}

/** Splits a query at white space outside of quotes. A quote that is not closed ends with the query. */
function itemsOf(query: string): Item[] {
  const items: Item[] = [];
  let at = 0;
  while (at < query.length) {
    if (isSpace(query.charAt(at))) at += 1;
    else {
      const { item, end } = itemAt(query, at);
      if (item !== undefined) items.push(item);
      at = end;
    }
  }
  return items;
}

/** The part of a query that begins at a place; none for a sign or quotes without a text. */
function itemAt(query: string, start: number): { item: Item | undefined; end: number } {
  const excluded = query.charAt(start) === '-';
  const begin = excluded ? start + 1 : start;
  const { colon, end: wordEnd } = wordAt(query, begin);
  const operator = colon === undefined ? undefined : query.slice(begin, colon).toLowerCase();
  const valueStart = colon === undefined ? begin : colon + 1;
  const isQuoted = QUOTES.has(query.charAt(valueStart));
  if (!isQuoted) {
    const [value, whole] = [query.slice(valueStart, wordEnd), query.slice(begin, wordEnd)];
    const item = { excluded, operator, value, isQuoted, isPrefix: whole.endsWith('*'), whole };
    return { item: whole === '' ? undefined : item, end: wordEnd };
  }
  const close = closingQuote(query, valueStart + 1);
  const value = query.slice(valueStart + 1, close);
  const isPrefix = query.charAt(close + 1) === '*';
  const end = Math.min(query.length, close + (isPrefix ? 2 : 1));
  const whole = operator === undefined ? value : query.slice(begin, close);
  const item = { excluded, operator, value, isQuoted, isPrefix, whole };
  return { item: whole.trim() === '' ? undefined : item, end };
}

/** The end of a word: white space, a quote, or the end of the query. `colon`: the place of the first one in it. */
function wordAt(query: string, begin: number): { colon: number | undefined; end: number } {
  let colon: number | undefined;
  let end = begin;
  for (; end < query.length; end++) {
    const character = query.charAt(end);
    if (isSpace(character) || QUOTES.has(character)) break;
    if (character === ':' && colon === undefined && end > begin) colon = end;
  }
  return { colon, end };
}

function closingQuote(query: string, from: number): number {
  let at = from;
  while (at < query.length && !QUOTES.has(query.charAt(at))) at += 1;
  return at;
}

const SPACE = /\s/;

function isSpace(character: string): boolean {
  return SPACE.test(character);
}
