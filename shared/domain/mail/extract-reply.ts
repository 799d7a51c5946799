import { attributionLines, beginsHistory } from './history-marks.ts';

/**
 * The text a person wrote, without the history quoted below it and without `>` lines at its end.
 * Where all of it is quotation, or the answers stand between quoted lines, the text is kept as it is: better too much
 * than nothing.
 */
export function extractReply(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = historyBegins(lines);
  const written = end === -1 ? lines : lines.slice(0, end);
  while (written.length > 0 && isQuotedOrEmpty(written.at(-1))) written.pop();
  // A rule that a program drew between an answer and its history.
  if (end !== -1 && /^\s*[-_]{5,}\s*$/.test(written.at(-1) ?? '')) written.pop();
  const reply = written.join('\n').trim();
  return reply === '' ? text.trim() : reply;
}

function historyBegins(lines: readonly string[]): number {
  for (let index = 0; index < lines.length; index++) {
    if (beginsHistory(lines, index)) return index;
    const attribution = attributionLines(lines, index);
    if (attribution === 0) continue;
    return isAnsweredBetween(lines, index + attribution) ? -1 : index;
  }
  return -1;
}

/** Whether somebody wrote below the lines that are quoted from here on. A signature or a list's footer is no answer. */
function isAnsweredBetween(lines: readonly string[], from: number): boolean {
  const first = lines.findIndex((line, index) => index >= from && line.trim() !== '');
  if (first === -1 || !isQuotedOrEmpty(lines[first])) return false;
  const after = lines.slice(first).find((line) => !isQuotedOrEmpty(line));
  return after !== undefined && !/^\s*(?:--|[-_]{5,})\s*$/.test(after);
}

function isQuotedOrEmpty(line: string | undefined): boolean {
  return /^\s*(?:>.*)?$/.test(line ?? '');
}
