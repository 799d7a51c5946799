import type { ReadLine } from './read-lines.ts';

/** No mark of a mail program is on a longer line. It also limits the time that a hostile line takes. */
export const MAX_MARK_LINE = 300;

/** Marks of the direction of writing, which mail programs put around names and addresses. */
const DIRECTION = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** The zeros of the digits that mail programs write dates with: Arabic, Persian, Devanagari, Thai, full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50, 0xff10] as const;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59\uff10-\uff19]/g;

/** Lines are looked at several times, as parts of attributions and headers that begin on the lines before. */
const known = new WeakMap<ReadLine, string>();

/**
 * A line in the form in which marks of mail programs are recognized: without marks of the direction, with ordinary
 * spaces and digits. A line that is too long is `''`.
 */
export function recognizable(line: ReadLine | undefined): string {
  if (line === undefined) return '';
  const found = known.get(line) ?? plainForm(line.text);
  known.set(line, found);
  return found;
}

function plainForm(line: string): string {
  if (line.length > MAX_MARK_LINE * 2) return '';
  const text = line.replace(DIRECTION, '').replace(DIGITS, asciiDigit).replace(/\s/g, ' ').trim();
  return text.length > MAX_MARK_LINE ? '' : text;
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.findLast((one) => code >= one) ?? code;
  return String(code - zero);
}

/** Whether a line has nothing that a person sees. */
export function isBlank(line: ReadLine | undefined): boolean {
  return line === undefined || !/[^\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(line.text);
}

/** The index of the first line from `at` that is not blank, among the next ones; -1 if there is none. */
export function nextWritten(lines: readonly ReadLine[], at: number, maxBlank = 5): number {
  const end = Math.min(lines.length, at + maxBlank + 1);
  for (let index = at; index < end; index += 1) if (!isBlank(lines[index])) return index;
  return -1;
}
