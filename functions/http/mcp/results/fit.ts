import { untrustedBlock } from '#shared/domain/safe-reading/untrusted-text.ts';
import { formsOf, type ResultRecord, type ResultValue } from './result-record.ts';
import { cutToTokens, estimateTokens, hasAtMost } from './tokens.ts';
import { UntrustedContent } from './untrusted.ts';

/**
 * The estimated tokens of each of the two forms of a result. Both together have at most 10,000, even of texts that were
 * made to have more tokens than the estimate: it is at least 0.7 of what they have.
 */
export const MAX_FORM_TOKENS = 3_500;

/** For the sentence about the marks. */
const SENTENCE_TOKENS = 80;

/** What a record may have, before the sentence is added. */
export const MAX_RECORD_TOKENS = MAX_FORM_TOKENS - SENTENCE_TOKENS;

/** For a cursor or an offset, and how many items there are. */
const PAGE_TOKENS = 100;

/** A comma, a bracket, an empty line. */
export const TOKENS_BETWEEN = 3;

/** Texts with fewer tokens stay whole, such as ids, dates and addresses. */
const SHORT_TEXT = 40;

/** More members than fit of any list. */
const MAX_MEMBERS = 1024;

/** Marks with as many tokens as any. */
const MARK = 'a1a1a1a1a1';

/** The items of a list that fit into a result. */
export interface FittingItems {
  readonly items: readonly ResultRecord[];
  /** How many of the last ones do not fit. The next page begins after the last item that does. */
  readonly omitted: number;
}

/** The tokens that a record has in a result: those of the form with more. */
export function tokensOfRecord(record: ResultRecord): number {
  return Math.max(...formsIn(record).map(estimateTokens));
}

/** Both forms as clients give them to a model. */
function formsIn(record: ResultRecord): string[] {
  const { structured, text } = formsOf(record, (content) => untrustedBlock(content, MARK));
  return [JSON.stringify(structured), text];
}

/** The tokens that a result has left for its items or its text, next to what it says `around` them. */
export function roomNextTo(around: ResultRecord): number {
  return MAX_RECORD_TOKENS - PAGE_TOKENS - tokensOfRecord(around);
}

/**
 * The first items of a list that fit into a result next to what it says `around` them, and at least one. If the first
 * one alone does not fit, its longest texts are cut, and its member `cut` says `howToReadTheRest`.
 */
export function fitItems(
  items: readonly ResultRecord[],
  howToReadTheRest: string,
  around: ResultRecord = {},
): FittingItems {
  const [first, ...others] = items;
  if (first === undefined) return { items: [], omitted: 0 };
  const room = roomNextTo(around);
  const fitting = [cutRecord(first, howToReadTheRest, room)];
  let tokens = tokensOfRecord(fitting[0] as ResultRecord);
  for (const item of others) {
    tokens += tokensOfRecord(item) + TOKENS_BETWEEN;
    if (tokens > room) break;
    fitting.push(item);
  }
  return { items: fitting, omitted: items.length - fitting.length };
}

/**
 * The record if it has at most `maxTokens`. Otherwise its long texts are cut to the same length, and where that is not
 * enough, its lists; its member `cut` says `howToReadTheRest`.
 */
export function cutRecord(record: ResultRecord, howToReadTheRest: string, maxTokens: number): ResultRecord {
  const fits = (one: ResultRecord) => formsIn(one).every((form) => hasAtMost(form, maxTokens));
  if (fits(record)) return record;
  const withNote = (limits: CutLimits) => ({ ...cutMembers(record, limits), cut: howToReadTheRest });
  for (let text = maxTokens; text > SHORT_TEXT; text *= 0.8) {
    const cut = withNote({ text, members: MAX_MEMBERS });
    if (fits(cut)) return cut;
  }
  for (let members = MAX_MEMBERS; members > 0; members = Math.floor(members / 2)) {
    const cut = withNote({ text: SHORT_TEXT, members });
    if (fits(cut)) return cut;
  }
  return withNote({ text: SHORT_TEXT, members: 0 });
}

/** The tokens of a text, and the members of a list or of a record in the record. */
interface CutLimits {
  readonly text: number;
  readonly members: number;
}

function cutMembers(record: ResultRecord, limits: CutLimits): ResultRecord {
  return Object.fromEntries(Object.entries(record).map(([name, member]) => [name, cutValue(member, limits)]));
}

function cutValue(value: ResultValue, limits: CutLimits): ResultValue {
  if (value instanceof UntrustedContent) return new UntrustedContent(cutText(value.text, limits.text));
  if (typeof value === 'string') return cutText(value, limits.text);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.slice(0, limits.members).map((item: ResultValue) => cutValue(item, limits));
  return cutMembers(Object.fromEntries(Object.entries(value).slice(0, limits.members)), limits);
}

function cutText(text: string, maxTokens: number): string {
  const { text: shown, nextOffset } = cutToTokens(text, maxTokens);
  return nextOffset === undefined ? text : `${shown.trimEnd()}…`;
}
