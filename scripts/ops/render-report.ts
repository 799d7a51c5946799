import type { Cells, Report } from './command.ts';

/** The control characters of a terminal: a text from outside must not be able to write over the operator's screen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A report as lines of text: a table, and the notes. */
export function textOf({ rows, notes }: Report): string[] {
  const lines = tableOf(rows);
  return [...lines, ...(lines.length > 0 && notes.length > 0 ? [''] : []), ...notes.map(printable)];
}

/** A report as one JSON document. Its rows have the same names and values as the table. */
export function jsonOf(command: string, stage: string, { rows, notes, failed = false }: Report): string {
  return JSON.stringify({ command, stage, failed, rows, notes }, null, 2);
}

function tableOf(rows: readonly Cells[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.length === 0) return [];
  const cells = rows.map((row) => columns.map((column) => printable(String(row[column] ?? '–'))));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(columns), ...cells.map(line)];
}

function printable(text: string): string {
  return text.replace(CONTROL, ' ');
}
