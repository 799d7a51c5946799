import { untrustedBlock } from '#shared/domain/safe-reading/untrusted-text.ts';
import { formsOf, type ResultRecord, type ResultValue } from './result-record.ts';
import { cutToTokens, estimateTokens, hasAtMost } from './tokens.ts';
import { UntrustedContent } from './untrusted.ts';

/**
 * The estimated tokens of each of the two forms of a result. A model gets one of them: OpenAI's Agents SDK, LangChain
 * and the AI SDK pass on the text, Cursor and Pydantic AI the structured content, and programs that passed on both were
 * changed because that pays twice. So each form may have 10,000 tokens. The estimate is within 15 % of what ordinary
 * mail has, so that is 8,500. Texts that were made to have many tokens have up to 1 / 0.7 of the estimate, 12,150, so
 * that both forms are still below the 25,000 from which Claude Code refuses a result.
 *
 * See: docs/decisions/0058-the-mcp-server.md.
 */
export const MAX_FORM_TOKENS = 8_500;

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
 * The records of the first rows of a list that fit into a result next to what it says `around` them, and at least one.
 * If the first one alone does not fit, its longest texts are cut, and its member `cut` says `howToReadTheRest`. Of rows
 * behind the first that does not fit, no record is made.
 */
export function fitItems<T>(
  rows: readonly T[],
  recordOf: (row: T) => ResultRecord,
  { howToReadTheRest, around = {} }: { readonly howToReadTheRest: string; readonly around?: ResultRecord | undefined },
): FittingItems {
  const room = roomNextTo(around);
  const items: ResultRecord[] = [];
  let tokens = 0;
  for (const row of rows) {
    const record = items.length === 0 ? cutRecord(recordOf(row), howToReadTheRest, room) : recordOf(row);
    tokens += tokensOfRecord(record) + (items.length === 0 ? 0 : TOKENS_BETWEEN);
    if (tokens > room && items.length > 0) break;
    items.push(record);
  }
  return { items, omitted: rows.length - items.length };
}

/**
 * The record if it has at most `maxTokens`. Otherwise its long texts are cut to the same length, and where that is not
 * enough, its lists; its member `cut` says `howToReadTheRest`.
 */
export function cutRecord(record: ResultRecord, howToReadTheRest: string, maxTokens: number): ResultRecord {
  const fits = (one: ResultRecord) => formsIn(one).every((form) => hasAtMost(form, maxTokens));
  if (fits(record)) return record;
  const withNote = (limits: CutLimits) => ({ ...cutMembers(record, limits), cut: howToReadTheRest });
  const limits = cutLimits(maxTokens);
  let found = withNote(LOWEST_LIMITS);
  // The first limits that fit, by halving: each attempt makes both forms.
  for (let [begin, end] = [0, limits.length]; begin < end; ) {
    const middle = (begin + end) >>> 1;
    const cut = withNote(limits[middle] as CutLimits);
    if (fits(cut)) [found, end] = [cut, middle];
    else begin = middle + 1;
  }
  return found;
}

/** Limits from the highest to the lowest: first texts get shorter, then lists. */
function cutLimits(maxTokens: number): CutLimits[] {
  const limits: CutLimits[] = [];
  for (let text = maxTokens; text > SHORT_TEXT; text *= 0.8) limits.push({ text, members: MAX_MEMBERS });
  for (let members = MAX_MEMBERS; members > 0; members = Math.floor(members / 2)) {
    limits.push({ text: SHORT_TEXT, members });
  }
  return limits;
}

/** The tokens of a text, and the members of a list or of a record in the record. */
interface CutLimits {
  readonly text: number;
  readonly members: number;
}

const LOWEST_LIMITS: CutLimits = { text: SHORT_TEXT, members: 0 };

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
