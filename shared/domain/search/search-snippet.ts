import type { SearchExpression, SearchField, Term } from './search-expression.ts';
import { type PlacedToken, placedTokens, tokensOf } from './search-tokens.ts';

/** The texts of an email that a snippet is made from. */
interface SnippetSource {
  readonly subject: string;
  /** The readable text; null if it is not stored any more. */
  readonly text: string | null;
  /** What is shown of an email if none of the terms is in its text. */
  readonly beginning: string;
}

export interface SearchSnippet {
  /** One line of plain text. */
  readonly snippet: string;
  /** What was found, as the title or the snippet spells it. */
  readonly highlights: string[];
}

const SNIPPET_LENGTH = 240;
/** What is shown before the first hit. */
const LEAD_LENGTH = 60;
const MAX_HIGHLIGHTS = 20;

/** A part of a text that a term has found. */
interface Hit {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
}

/** The part of an email in which most of the terms are, and how it spells them. */
export function searchSnippet(
  expression: SearchExpression,
  { subject, text, beginning }: SnippetSource,
): SearchSnippet {
  const hits = text === null ? [] : hitsIn(text, expression, 'body');
  const first = bestOf(hits);
  const shown = text === null || first === undefined ? undefined : cutAround(text, first.start);
  const inSnippet =
    text === null || shown === undefined
      ? []
      : hits.filter(({ start, end }) => start >= shown.start && end <= shown.end).map((hit) => spelled(text, hit));
  const inSubject = hitsIn(subject, expression, 'subject').map((hit) => spelled(subject, hit));
  const snippet = shown?.snippet ?? beginning;
  const beginningHits = shown === undefined ? hitsIn(beginning, expression, 'body') : [];
  const all = [...inSnippet, ...beginningHits.map((hit) => spelled(beginning, hit)), ...inSubject];
  return { snippet, highlights: [...new Set(all)].slice(0, MAX_HIGHLIGHTS) };
}

function hitsIn(text: string, { all }: SearchExpression, field: SearchField): Hit[] {
  const terms = all.filter((term) => !term.excluded && (term.field === 'any' || term.field === field));
  if (terms.length === 0) return [];
  const placed = placedTokens(text);
  return terms.flatMap((term) => placesOf(term, placed)).sort((a, b) => a.start - b.start);
}

/** Where a term is in a text. */
function placesOf(term: Term, placed: readonly PlacedToken[]): Hit[] {
  const tokens = tokensOf(term.text);
  const last = tokens.length - 1;
  if (last < 0) return [];
  const hits: Hit[] = [];
  for (let at = 0; at + last < placed.length; at++) {
    const isHere = tokens.every((token, index) => {
      const other = placed[at + index]?.token ?? '';
      return index === last && term.kind === 'prefix' ? other.startsWith(token) : other === token;
    });
    const [begin, end] = [placed[at], placed[at + last]];
    if (isHere && begin !== undefined && end !== undefined) hits.push({ start: begin.start, end: end.end, term });
  }
  return hits;
}

/** The hit after which most other terms follow within a snippet; of equal ones the first. */
function bestOf(hits: readonly Hit[]): Hit | undefined {
  let best: Hit | undefined;
  let most = 0;
  let end = 0;
  const inside = new Map<Term, number>();
  for (const hit of hits) {
    for (; (hits[end]?.end ?? Number.POSITIVE_INFINITY) <= hit.start + SNIPPET_LENGTH - LEAD_LENGTH; end++) {
      const { term } = hits[end] as Hit;
      inside.set(term, (inside.get(term) ?? 0) + 1);
    }
    if (inside.size > most || best === undefined) [best, most] = [hit, inside.size];
    const left = (inside.get(hit.term) ?? 1) - 1;
    if (left > 0) inside.set(hit.term, left);
    else inside.delete(hit.term);
  }
  return best;
}

/** The text around a place, from word to word. */
function cutAround(text: string, place: number): { start: number; end: number; snippet: string } {
  const from = Math.max(0, place - LEAD_LENGTH);
  const start = from === 0 ? 0 : Math.min(place, from + lengthUntilSpace(text.slice(from, place)));
  const limit = Math.min(text.length, start + SNIPPET_LENGTH);
  const end = limit === text.length ? limit : Math.max(place, start + lengthBeforeLastSpace(text.slice(start, limit)));
  const line = oneLine(text.slice(start, end).toWellFormed()).trim();
  return { start, end, snippet: `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}` };
}

/** The length of what ends with the first space; 0 without one. */
function lengthUntilSpace(text: string): number {
  return text.search(/\s/) + 1;
}

/** The length of what the last space ends; all without one. */
function lengthBeforeLastSpace(text: string): number {
  const words = text.trimEnd();
  const space = Math.max(words.lastIndexOf(' '), words.lastIndexOf('\n'));
  return space <= 0 ? text.length : space;
}

function spelled(text: string, { start, end }: Hit): string {
  return oneLine(text.slice(start, end));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
