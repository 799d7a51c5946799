import type { QuotedOrigin } from './attribution.ts';
import { type MailContext, type MailPart, partsOfMail } from './parts-of-mail.ts';
import type { ReadLine } from './read-lines.ts';
import { isBlank, MAX_MARK_LINE, recognizable } from './recognizable-line.ts';
import { isRule } from './separators.ts';

export interface AuthorText {
  /** What this author wrote now, without quoted history; never shorter than what is certain. */
  readonly extractedText: string;
  /** The same without the quoted lines between which the author replied, and without a forwarded message. */
  readonly ownText: string;
  /** Who wrote the quoted message and when, as the attribution or the header says; null where it cannot be told. */
  readonly quoted: QuotedOrigin | null;
  readonly isForward: boolean;
}

/**
 * What the author of an email wrote, from its lines. To lose a word of the author is worse than to keep a quoted line:
 *
 * - Of an email that forwards another, everything stays.
 * - One quotation is left out, above or below what the author wrote. Between several of them, those that the author
 *   replied to stay, with `>` marks.
 * - If nothing would be left, everything stays.
 *
 * See: docs/safe-reading.md#quotations; RFC 3676, section 4.5.
 */
export function authorText(lines: readonly ReadLine[], context: MailContext): AuthorText {
  const { parts, origin, forwardAt } = partsOfMail(lines, context);
  const quoted = origin === null || (origin.from === null && origin.at === null) ? null : pick(origin);
  if (forwardAt !== undefined) {
    const whole = rendered(lines);
    const note = rendered(lines.slice(0, forwardAt));
    return { extractedText: whole, ownText: note === '' ? whole : note, quoted, isForward: true };
  }
  const own = textOf(lines, parts, (part) => part.kind === 'own');
  if (own === '') {
    const whole = rendered(lines);
    return { extractedText: whole, ownText: whole, quoted, isForward: false };
  }
  const replied = repliedTo(lines, parts);
  const extractedText =
    replied.size < 2 ? own : textOf(lines, parts, (part) => part.kind === 'own' || replied.has(part));
  return { extractedText, ownText: own, quoted, isForward: false };
}

/** The quotations that the author wrote something below, other than a signature at the end. */
function repliedTo(lines: readonly ReadLine[], parts: readonly MailPart[]): ReadonlySet<MailPart> {
  const replied = new Set<MailPart>();
  let last: MailPart | undefined;
  for (const part of parts) {
    if (part.kind === 'quoted') last = part;
    if (part.kind !== 'own' || last === undefined) continue;
    const written = lines.slice(part.from, part.to).filter((line) => !isBlank(line));
    if (written.length === 0) continue;
    if (part !== parts.at(-1) || !isSignature(written[0])) replied.add(last);
    last = undefined;
  }
  return replied;
}

/** Whether a line begins a signature (RFC 3676, section 4.3) or the footer of a mailing list. */
function isSignature(line: ReadLine | undefined): boolean {
  const text = recognizable(line);
  return text === '--' || (text.length >= 5 && isRule(text));
}

function textOf(lines: readonly ReadLine[], parts: readonly MailPart[], isKept: (part: MailPart) => boolean): string {
  return parts
    .filter(isKept)
    .map(({ from, to }) => rendered(lines.slice(from, to)))
    .filter((text) => text !== '')
    .join('\n\n');
}

function rendered(lines: readonly ReadLine[]): string {
  return trimmed(lines.map(marked).join('\n'));
}

/** Without blank lines at both ends, and with the indent of the first line. */
function trimmed(text: string): string {
  const end = text.trimEnd();
  return end.slice(end.lastIndexOf('\n', end.length - end.trimStart().length) + 1);
}

/** A line with the `>` marks of its quotations. What is forwarded has none for the message itself. */
function marked({ text, depth, role }: ReadLine): string {
  const marks = role === 'forward' ? depth - 1 : depth;
  if (marks < 1) return text;
  return text === '' ? '>'.repeat(marks) : `${'>'.repeat(marks)} ${text}`;
}

function pick({ from, at }: QuotedOrigin): QuotedOrigin {
  return { from, at };
}

/**
 * The lines of a plain text: `>` marks counted and removed, also with spaces between them. A line that begins with
 * `>From`, with no other quoted line next to it, is what a mail store makes of a line that begins with `From`.
 *
 * See: RFC 3676, section 4.5; RFC 4155 (mbox).
 */
export function linesOfPlainText(text: string): ReadLine[] {
  const raw = text.split(/\r\n?|\n/);
  const lines = raw.map((line, index) =>
    closesAddress(line, raw[index - 1] ?? '')
      ? { text: line, depth: 0, role: 'own' as const, isTight: false }
      : plainLine(line),
  );
  return lines.map((line, index) => {
    const isEscaped = line.depth === 1 && /^From /.test(line.text) && line.isTight;
    const isAlone = isEscaped && !isNear(lines, index, -1) && !isNear(lines, index, 1);
    return isAlone
      ? { text: line.text, depth: 0, role: 'own' }
      : { text: line.text, depth: line.depth, role: line.role };
  });
}

/** Whether a line with `>` ends an address that a program broke in two: `<ada@example.com` and `> wrote:`. */
function closesAddress(line: string, before: string): boolean {
  if (!line.startsWith('>') || line.length > MAX_MARK_LINE || before.length > MAX_MARK_LINE) return false;
  const isOpen = before.lastIndexOf('<') > before.lastIndexOf('>') && !before.startsWith('>');
  return isOpen && /^> ?[^<>]{0,40}[:：]\s*$/.test(line);
}

/** Whether the next line that is not empty, in a direction, is quoted. */
function isNear(lines: readonly ReadLine[], index: number, step: 1 | -1): boolean {
  let at = index + step;
  for (let blank = 0; blank < 3 && lines[at]?.text === '' && lines[at]?.depth === 0; blank += 1) at += step;
  return (lines[at]?.depth ?? 0) > 0;
}

function plainLine(line: string): ReadLine & { readonly isTight: boolean } {
  let at = line.startsWith(' >') ? 1 : 0;
  let depth = 0;
  while (line.charAt(at) === '>') {
    depth += 1;
    at += line.charAt(at + 1) === ' ' && line.charAt(at + 2) === '>' ? 2 : 1;
  }
  if (depth === 0) return { text: line, depth: 0, role: 'own', isTight: false };
  const isTight = line.charAt(at) !== ' ';
  return { text: line.slice(isTight ? at : at + 1), depth, role: 'quotation', isTight };
}
