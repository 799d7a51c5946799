import { attributionLines, beginsHistory, beginsQuotedHeader } from './history-marks.ts';

/** Lines that are searched. Quotations beyond have no effect. */
const MAX_LINES = 20_000;

const QUOTED = /^\s*(?:>\s?)+/;

/**
 * What an email quotes of other messages: lines that begin with `>`, and the history below a reply. Lines that say who
 * wrote when, and the header of a quoted message, are not part of it, because no message has them. Linear in the length
 * of the text.
 *
 * See: docs/safe-reading.md#quotations; RFC 3676, section 4.5.
 */
export function quotedText(text: string): string {
  const lines = text.split(/\r\n?|\n/, MAX_LINES);
  const bare = lines.map((line) => line.replace(QUOTED, ''));
  const quoted: string[] = [];
  let isHistory = false;
  for (let at = 0; at < lines.length; at += 1) {
    const attribution = attributionLines(bare, at);
    if (attribution > 0) {
      isHistory ||= !isQuoted(lines, at + attribution);
      at += attribution - 1;
    } else if (beginsHistory(bare, at)) {
      isHistory = true;
      if (beginsQuotedHeader(bare, at)) while (at + 1 < lines.length && bare[at + 1]?.trim() !== '') at += 1;
    } else if (isHistory || QUOTED.test(lines[at] ?? '')) {
      quoted.push(bare[at] ?? '');
    }
  }
  return quoted.join('\n').trim();
}

/** Whether the next line with a text, after an attribution, begins with `>`: then only such lines are quoted. */
function isQuoted(lines: readonly string[], from: number): boolean {
  let at = from;
  while (at < lines.length && at < from + MAX_BLANK_LINES && lines[at]?.trim() === '') at += 1;
  return QUOTED.test(lines[at] ?? '');
}

const MAX_BLANK_LINES = 5;
