import { historyMarkAt, isQuoted, isQuotedFrom } from './history-marks.ts';
import type { ReadLine } from './read-lines.ts';

/** Lines that are searched. Quotations beyond have no effect. */
const MAX_LINES = 20_000;

/**
 * What an email quotes or forwards of other messages: lines in a quotation, and the history below a reply. Lines that
 * say who wrote when, and the header of a quoted message, are not part of it, because no message has them. Here, in
 * contrast to `authorText`, a line in doubt is quoted: a forged quotation is to be noticed in any email. Linear in the
 * length of the text.
 *
 * See: docs/safe-reading.md#quotations; RFC 3676, section 4.5.
 */
export function quotedText(all: readonly ReadLine[]): string {
  const lines = all.slice(0, MAX_LINES);
  const quoted: string[] = [];
  let isHistory = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    const mark = historyMarkAt(lines, at);
    if (mark !== undefined) {
      isHistory ||= !isQuoted(line) && !isQuotedFrom(lines, at + mark.lines);
      at += mark.lines - 1;
    } else if (isHistory || isQuoted(line) || line.role === 'forward') {
      quoted.push(line.text);
    }
  }
  return quoted.join('\n').trim();
}
