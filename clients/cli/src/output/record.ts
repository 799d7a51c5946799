import type { Row } from './fields.ts';
import { columnsIn, oneLine, printable, wrapped } from './printable.ts';

/** The columns between the name of a field and its value. The last one is where the mark is. */
const GAP = 2;
/** Begins each further line of a value, so that no text of a stranger looks like another field. */
const MARK = '| ';
/** A wide character takes two columns. */
const MIN_WIDTH = 2;
/** What the service makes and people copy stays whole if it is one word: a line break would be copied too. */
const COPIED = /(?:^|_)(?:url|key|secret|token)$/;
/** The same as a member of an object in JSON. */
const COPIED_MEMBER = /^[[{]*"(?:\w+_)?(?:url|key|secret|token)":"[!-~]*$/;

/**
 * One object as lines of names and values, on a terminal with that many columns. Only the name of a field begins at the
 * first one: the further lines of a value are indented and marked, those that the terminal would wrap too.
 */
export function recordOf(row: Row, columns: number): string[] {
  const names = Object.keys(row).map(oneLine);
  const width = Math.max(0, ...names.map((name) => name.length));
  const room = Math.max(MIN_WIDTH, columns - width - GAP);
  return Object.values(row).flatMap((value, index) => {
    const name = names[index] ?? '';
    const isList = typeof value === 'object';
    const lines = textOf(value)
      .split('\n')
      .flatMap((line) => (isCopied(name, line) ? [line] : isList ? membersOf(line, room) : wrapped(line, room)));
    return lines.map((line, number) =>
      (number === 0
        ? `${name.padEnd(width)}${' '.repeat(GAP)}${line}`
        : `${' '.repeat(width)}${MARK}${line}`
      ).trimEnd(),
    );
  });
}

/** Members of a list or of an object in lines that break after commas, so that ids and what people copy stay whole. */
function membersOf(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  for (const member of text.split(/(?<=,)/)) {
    const last = lines.at(-1);
    if (last !== undefined && columnsIn(last + member) <= room) lines[lines.length - 1] = last + member;
    else lines.push(...(COPIED_MEMBER.test(member) ? [member] : wrapped(member.trimStart(), room)));
  }
  return lines;
}

function isCopied(name: string, line: string): boolean {
  return isId(name, line) || (COPIED.test(name) && /^[!-~]*$/.test(line));
}

/** Whether the value of a field is an id of the service. A field such as `message_id` may have one of a stranger. */
export function isId(name: string, text: string): boolean {
  return /(?:^|_)id$/.test(name) && /^\w{0,40}$/.test(text);
}

/** A value for people: an address object is its address, a list its members. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object') {
    const { address } = value as { address?: unknown };
    return printable(typeof address === 'string' ? address : JSON.stringify(value));
  }
  return printable(String(value));
}
