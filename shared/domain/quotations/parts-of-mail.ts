import type { QuotedOrigin } from './attribution.ts';
import { isHeaderLike, labeledLine } from './header-labels.ts';
import { endOfQuoted, historyMarkAt, isQuoted, isQuotedFrom } from './history-marks.ts';
import type { ReadLine } from './read-lines.ts';
import { isBlank, recognizable } from './recognizable-line.ts';
import { isRule } from './separators.ts';
import { beginsAsForward, beginsInTwoWays } from './subject-marks.ts';

/** What is known about an email apart from its text. */
export interface MailContext {
  /** The email has `In-Reply-To` or `References`, or a subject that begins as those of replies do. */
  readonly isAnswer: boolean;
  readonly subject: string;
}

/** A sequence of lines of an email: what its author wrote, a quotation, or what introduces one. */
export interface MailPart {
  readonly kind: 'own' | 'quoted' | 'mark';
  readonly from: number;
  /** The index behind the last line. */
  readonly to: number;
}

export interface MailParts {
  readonly parts: readonly MailPart[];
  readonly origin: QuotedOrigin | null;
  /** The line where the forwarded message begins; undefined if the email is no forward. */
  readonly forwardAt: number | undefined;
}

/** Lines in which marks are looked for. What is quoted below more lines stays. */
const MAX_SEARCHED = 20_000;

/** A header that mail programs put into a container has no more lines. */
const MAX_HEADER_LINES = 16;

/**
 * Divides the lines of an email. Each line is in one part. In linear time: what is looked for at a line has a limited
 * number of lines.
 *
 * See: docs/safe-reading.md#quotations.
 */
export function partsOfMail(lines: readonly ReadLine[], { isAnswer, subject }: MailContext): MailParts {
  const isForward = beginsAsForward(subject) && !(beginsInTwoWays(subject) && isFinnish(lines));
  const mayQuote = isAnswer || isForward;
  const parts: MailPart[] = [];
  let origin: QuotedOrigin | null = null;
  let ownFrom = 0;
  let at = 0;
  const add = (kind: MailPart['kind'], begin: number, to: number) => {
    const from = withRuleAbove(lines, begin, ownFrom);
    if (ownFrom < from) parts.push({ kind: 'own', from: ownFrom, to: from });
    if (from < to) parts.push({ kind, from, to });
    ownFrom = to;
    at = to;
  };
  const all = (): MailPart[] => [{ kind: 'own', from: 0, to: lines.length }];

  while (at < lines.length) {
    const line = lines[at];
    if (line?.role === 'forward') return { parts: all(), origin: originBelow(lines, at), forwardAt: at };
    if (isQuoted(line)) {
      const end = endOfQuoted(lines, at);
      const first = firstMark(lines, at, end);
      const hadMark = parts.some(({ kind }) => kind === 'mark' || kind === 'quoted');
      const begins = first?.mark.kind === 'forward' || (isForward && !hadMark && first !== undefined);
      if (begins && !hadMark) return { parts: all(), origin: first?.mark.origin ?? null, forwardAt: at };
      origin ??= first?.mark.origin ?? null;
      const isHeader = isOnlyHeader(lines, at, end);
      // A header in a container, in an email that replies to none: Outlook forwards with another subject.
      if (isHeader && (isForward || !isAnswer)) return { parts: all(), origin, forwardAt: at };
      if (isHeader) {
        add('mark', at, end);
        add('quoted', end, lines.length);
      } else if ((mayQuote && !isPrompt(lines, at, end)) || first !== undefined || hadMark) {
        if (first !== undefined) add('mark', at, first.at + first.mark.lines);
        add('quoted', at, end);
      } else at = end;
      continue;
    }
    const mark = at >= MAX_SEARCHED || isBlank(line) ? undefined : historyMarkAt(lines, at);
    if (mark === undefined) {
      at += 1;
      continue;
    }
    const end = at + mark.lines;
    if (mark.kind === 'forward' || (isForward && mark.isCertain)) {
      return { parts: all(), origin: mark.origin, forwardAt: at };
    }
    if (isQuotedFrom(lines, end)) {
      origin ??= mark.origin;
      add('mark', at, end);
    } else if (isAnswer && mark.isCertain && !isAnnounced(lines, at)) {
      origin ??= mark.origin;
      add('mark', at, end);
      add('quoted', end, lines.length);
    } else at = mark.kind === 'attribution' ? at + 1 : end;
  }
  if (ownFrom < lines.length) add('own', ownFrom, lines.length);
  return { parts: parts.filter(({ from, to }) => from < to), origin, forwardAt: undefined };
}

/** A line of dashes above what a mail program adds, such as an `hr` of HTML, is of the program. */
function withRuleAbove(lines: readonly ReadLine[], from: number, ownFrom: number): number {
  let at = from - 1;
  while (at > ownFrom && at > from - MAX_BLANK_LINES && isBlank(lines[at])) at -= 1;
  return at >= ownFrom && isRule(recognizable(lines[at])) ? at : from;
}

const MAX_BLANK_LINES = 5;

/** Whether lines begin with `>>>` as those of the programming language Python do, and not as quotations grow to it. */
function isPrompt(lines: readonly ReadLine[], from: number, to: number): boolean {
  return lines.slice(from, to).every((line) => isBlank(line) || line.depth >= 3);
}

/** Whether the author says above a header that it follows: `This is what they wrote:`. Then the message is content. */
function isAnnounced(lines: readonly ReadLine[], at: number): boolean {
  if (labeledLine(lines[at]) === undefined) return false;
  let before = at - 1;
  while (before >= 0 && before >= at - 2 && isBlank(lines[before])) before -= 1;
  return /[:：]$/.test(recognizable(lines[before]));
}

/** The mark that quoted lines begin with: an attribution of Apple Mail, a header, or a separator. */
function firstMark(lines: readonly ReadLine[], from: number, to: number) {
  let seen = 0;
  for (let at = from; at < to && seen < 2; at += 1) {
    if (isBlank(lines[at])) continue;
    const mark = historyMarkAt(lines, at);
    if (mark !== undefined) return at + mark.lines > to ? undefined : { at, mark };
    seen += 1;
  }
  return undefined;
}

/** Whether lines in a container are only the header of the message that follows it, as in Outlook. */
function isOnlyHeader(lines: readonly ReadLine[], from: number, to: number): boolean {
  if (to - from > 2 * MAX_HEADER_LINES) return false;
  const written = lines.slice(from, to).filter((line) => !isBlank(line));
  const labeled = written.filter((line) => isHeaderLike(line));
  return labeled.length >= 3 && labeled.length >= written.length / 2 && isHeaderLike(written[0]);
}

function originBelow(lines: readonly ReadLine[], at: number): QuotedOrigin | null {
  return firstMark(lines, at, lines.length)?.mark.origin ?? null;
}

function isFinnish(lines: readonly ReadLine[]): boolean {
  return lines.slice(0, 2_000).some(({ text }) => /^\s{0,3}\*{0,2}Lähettäjä:/u.test(text.slice(0, 40)));
}
