import { attributionLines, beginsHistory } from './history-marks.ts';

/**
 * The text that a person wrote, without the quoted history below it and without `>` lines at its end. If the whole text
 * is quoted, or the person replied between quoted lines, the text is returned unchanged: too much is better than
 * nothing.
 */
export function extractReply(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = historyBegins(lines);
  const written = end === -1 ? lines : lines.slice(0, end);
  while (written.length > 0 && isQuotedOrEmpty(written.at(-1))) written.pop();
  // A line of dashes that an email program puts between a reply and the history.
  if (end !== -1 && /^\s*[-_]{5,}\s*$/.test(written.at(-1) ?? '')) written.pop();
  const reply = written.join('\n').trim();
  return reply === '' ? text.trim() : reply;
}

function historyBegins(lines: readonly string[]): number {
  for (let index = 0; index < lines.length; index++) {
    if (beginsHistory(lines, index)) return index;
    const attribution = attributionLines(lines, index);
    if (attribution === 0) continue;
    return hasInlineReplies(lines, index + attribution) ? -1 : index;
  }
  return -1;
}

/**
 * Whether there is text below the lines that are quoted here. A signature or the footer of a mailing list does not
 * count.
 */
function hasInlineReplies(lines: readonly string[], from: number): boolean {
  const first = lines.findIndex((line, index) => index >= from && line.trim() !== '');
  if (first === -1 || !isQuotedOrEmpty(lines[first])) return false;
  const after = lines.slice(first).find((line) => !isQuotedOrEmpty(line));
  return after !== undefined && !/^\s*(?:--|[-_]{5,})\s*$/.test(after);
}

function isQuotedOrEmpty(line: string | undefined): boolean {
  return /^\s*(?:>.*)?$/.test(line ?? '');
}
