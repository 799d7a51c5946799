import { type Row, valueAt } from './fields.ts';
import { beginningOf, columnsIn, oneLine } from './printable.ts';
import { isId, textOf } from './record.ts';

/** The most informative fields of a row, in the order of the columns. */
const TELLING = [
  'kind',
  'id',
  'webhook_id',
  'handle',
  'name',
  'display_name',
  'email_address',
  'address',
  'domain',
  'last_error',
  'url',
  'public_url',
  'type',
  'event_type',
  'direction',
  'from',
  'to',
  'subject',
  'title',
  'message_count',
  'action',
  'match_type',
  'match_target',
  'state',
  'status',
  'event_id',
  'is_read',
  'attempt_count',
  'current',
  'user_agent',
  'created_at',
  'snippet',
  'at',
];

/** What a narrow terminal does not show, the first one first. */
const DISPENSABLE = [
  'event_id',
  'direction',
  'to',
  'is_read',
  'attempt_count',
  'message_count',
  'display_name',
  'created_at',
];

/** Fields without a column, because a table has one line per row. */
const MAX_COLUMNS = 7;
/** Columns are left out rather than being narrower than this. */
const MIN_COLUMN_WIDTH = 16;
const GAP = 2;

/**
 * The columns for these rows on a terminal of this width: the requested ones, or the most informative that fit. Returns
 * `undefined` if the requested ones do not fit.
 */
export function columnsOf(
  rows: readonly Row[],
  asked: readonly string[] | undefined,
  width: number,
): readonly string[] | undefined {
  if (asked !== undefined) return leastWidth(rows, asked) <= width ? asked : undefined;
  const telling = TELLING.filter((name) => rows.some((row) => row[name] !== undefined && row[name] !== null));
  const columns = (telling.length > 0 ? telling : Object.keys(rows[0] ?? {})).slice(0, MAX_COLUMNS);
  // Deliveries of which some failed: which ones says more than the endpoint of each.
  const kept = columns.includes('webhook_id') && differs(rows, 'status') ? 'status' : undefined;
  const dispensable = kept === undefined ? DISPENSABLE : [...DISPENSABLE, 'webhook_id'];
  while (leastWidth(rows, columns) > width) {
    const others = columns.filter((name) => !isOfIds(rows, name) && name !== kept);
    const dropped = dispensable.find((name) => columns.includes(name)) ?? others.at(-1);
    if (dropped === undefined || columns.length === 1) break;
    columns.splice(columns.indexOf(dropped), 1);
  }
  return columns;
}

/** Whether rows have different values in a column. */
function differs(rows: readonly Row[], name: string): boolean {
  return new Set(rows.map((row) => cell(row, name))).size > 1;
}

/** Rows as lines with columns, in at most `width` characters. Ids are never cut, because people copy them. */
export function tableOf(rows: readonly Row[], columns: readonly string[], width: number): string[] {
  const widths = fit(rows, columns, width);
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((text, index) => padded(cut(text, widths[index] ?? 0), widths[index] ?? 0))
      .join(' '.repeat(GAP))
      .trimEnd();
  return [lineOf(columns.map(titleOf)), ...rows.map((row) => lineOf(columns.map((name) => cell(row, name))))];
}

function titleOf(name: string): string {
  return oneLine(name).toUpperCase();
}

function cell(row: Row, name: string): string {
  return oneLine(textOf(valueAt(row, name)).replace(/\s+/g, ' '));
}

/** Whether a column has nothing but ids. */
function isOfIds(rows: readonly Row[], name: string): boolean {
  return rows.every((row) => isId(name, cell(row, name)));
}

function cut(text: string, width: number): string {
  return columnsIn(text) <= width ? text : `${beginningOf(text, Math.max(0, width - 1))}…`;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsIn(text)));
}

/** The width of the longest cell of a column, with its title. */
function widthOf(rows: readonly Row[], name: string): number {
  return Math.max(columnsIn(titleOf(name)), ...rows.map((row) => columnsIn(cell(row, name))));
}

/** The width of the narrowest table with these columns. */
function leastWidth(rows: readonly Row[], columns: readonly string[]): number {
  const widths = columns.map((name) => {
    const width = widthOf(rows, name);
    return isOfIds(rows, name) ? width : Math.min(width, MIN_COLUMN_WIDTH);
  });
  return widths.reduce((sum, width) => sum + width, GAP * (columns.length - 1));
}

/** The widths of the columns. The widest without ids become narrower until all fit. */
function fit(rows: readonly Row[], columns: readonly string[], width: number): number[] {
  const widths = columns.map((name) => widthOf(rows, name));
  const widthAt = (index: number) => widths[index] ?? 0;
  const others = [...columns.keys()].filter((index) => !isOfIds(rows, columns[index] ?? ''));
  const excess = widths.reduce((sum, one) => sum + one, GAP * (widths.length - 1)) - width;
  for (let left = excess; left > 0 && others.length > 0; left -= 1) {
    const widest = others.reduce((one, other) => (widthAt(other) > widthAt(one) ? other : one));
    if (widthAt(widest) <= 1) break;
    widths[widest] = widthAt(widest) - 1;
  }
  return widths;
}
