import { attributionAt, type QuotedOrigin } from './attribution.ts';
import { ADDRESS, headerBlockAt } from './header-block.ts';
import type { ReadLine } from './read-lines.ts';
import { isBlank, nextWritten, recognizable } from './recognizable-line.ts';
import { isRule, separatorBefore, separatorOf, withoutDashes } from './separators.ts';

/** What mail programs write between what an author wrote and a message that they quote or forward. */
export interface HistoryMark {
  readonly kind: 'forward' | 'separator' | 'header' | 'attribution';
  /** How many lines the mark has, with the header of the message below a separator. */
  readonly lines: number;
  readonly origin: QuotedOrigin | null;
  /** Whether all that follows is quoted if no quoted line does. */
  readonly isCertain: boolean;
}

/**
 * The mark that begins at this line, if one does. A rule of dashes or underscores is one only together with what is
 * below it: alone it may be where a form is signed.
 */
export function historyMarkAt(lines: readonly ReadLine[], at: number): HistoryMark | undefined {
  const before = separatorBefore(lines[at]?.text ?? '');
  if (before !== undefined) return separatedInLine(before.kind, before.rest);
  const text = recognizable(lines[at]);
  if (text === '') return undefined;
  const separator = separatorOf(text);
  const isOnlyRule = separator === undefined && isRule(text);
  if (separator !== undefined || isOnlyRule) {
    const next = nextWritten(lines, at + 1);
    const below = next === -1 ? undefined : messageBelow(lines, next, isOnlyRule);
    if (below === undefined && isOnlyRule) return undefined;
    const kind = separator === 'forward' || below?.kind === 'forward' ? 'forward' : (below?.kind ?? 'separator');
    return {
      kind,
      lines: below === undefined ? 1 : next - at + below.lines,
      origin: below?.origin ?? null,
      isCertain: separator !== undefined || below?.isCertain === true,
    };
  }
  const header = headerBlockAt(lines, at);
  if (header !== undefined) return { kind: 'header', lines: header.lines, origin: header, isCertain: true };
  // Words between dashes above a header are a separator in any language.
  const unknown: HistoryMark = { kind: 'separator', lines: 1, origin: null, isCertain: true };
  const separated = withoutDashes(text).dashes >= MIN_DASHES ? withHeaderBelow(lines, at, unknown) : unknown;
  if (separated.lines > 1) return separated;
  const attribution = attributionAt(lines, at);
  if (attribution === undefined) return undefined;
  return withHeaderBelow(lines, at, {
    kind: 'attribution',
    lines: attribution.lines,
    origin: attribution,
    isCertain: attribution.isCertain,
  });
}

const MIN_DASHES = 3;

function separatedInLine(kind: 'original' | 'forward', rest: string): HistoryMark | undefined {
  const address = ADDRESS.exec(rest)?.[0];
  if (address === undefined) return undefined;
  const origin = { from: address.toLowerCase(), at: null };
  return { kind: kind === 'forward' ? 'forward' : 'separator', lines: 1, origin, isCertain: true };
}

/** What is below a rule or a separator: one more separator, a header, or an attribution. */
function messageBelow(lines: readonly ReadLine[], at: number, isOnlyRule: boolean): HistoryMark | undefined {
  const separator = separatorOf(recognizable(lines[at]));
  if (separator !== undefined && isOnlyRule) return historyMarkAt(lines, at);
  const header = headerBlockAt(lines, at);
  if (header !== undefined) return { kind: 'header', lines: header.lines, origin: header, isCertain: true };
  const attribution = attributionAt(lines, at);
  if (attribution === undefined) return undefined;
  return { kind: 'attribution', lines: attribution.lines, origin: attribution, isCertain: attribution.isCertain };
}

/** Lotus Notes writes who wrote, and the header of the message below. */
function withHeaderBelow(lines: readonly ReadLine[], at: number, mark: HistoryMark): HistoryMark {
  const next = nextWritten(lines, at + mark.lines, 1);
  const header = next === -1 ? undefined : headerBlockAt(lines, next);
  return header === undefined ? mark : { ...mark, lines: next - at + header.lines, origin: header, isCertain: true };
}

/** Whether the first line with a text from `at` is marked as quoted. */
export function isQuotedFrom(lines: readonly ReadLine[], at: number): boolean {
  const next = nextWritten(lines, at);
  return next !== -1 && isQuoted(lines[next]);
}

export function isQuoted(line: ReadLine | undefined): boolean {
  return line !== undefined && line.depth > 0 && line.role !== 'own';
}

/** The end of the quoted lines that begin at `at`. Blank lines between them belong to them. */
export function endOfQuoted(lines: readonly ReadLine[], at: number): number {
  let end = at;
  for (let index = at; index < lines.length; index += 1) {
    const line = lines[index];
    if (isQuoted(line)) end = index + 1;
    else if (!isBlank(line)) break;
  }
  return end;
}
