import { type Row, valueAt } from './fields.ts';

/** The most informative fields of a row, in the order of the columns. */
const TELLING = [
  'id',
  'event_id',
  'handle',
  'name',
  'display_name',
  'email_address',
  'address',
  'domain',
  'url',
  'public_url',
  'type',
  'event_type',
  'direction',
  'from',
  'to',
  'subject',
  'message_count',
  'action',
  'match_type',
  'match_target',
  'state',
  'status',
  'is_read',
  'attempt_count',
  'created_at',
];

/** Fields without a column, because a table has one line per row. */
const MAX_COLUMNS = 7;
const MIN_COLUMN_WIDTH = 8;
const GAP = 2;

/** The columns for these rows: the requested ones, or the most informative. */
export function columnsOf(rows: readonly Row[], asked: readonly string[] | undefined): readonly string[] {
  if (asked !== undefined) return asked;
  const telling = TELLING.filter((name) => rows.some((row) => row[name] !== undefined && row[name] !== null));
  const columns = telling.length > 0 ? telling : Object.keys(rows[0] ?? {});
  return columns.slice(0, MAX_COLUMNS);
}

/**
 * Rows as lines with columns, in at most `width` characters. The widest columns are truncated, those with ids last,
 * because people copy ids into the next command.
 */
export function tableOf(rows: readonly Row[], columns: readonly string[], width: number): string[] {
  const cells = [
    columns.map((name) => name.toUpperCase()),
    ...rows.map((row) => columns.map((name) => cell(row, name))),
  ];
  const widths = fit(
    columns.map((name, index) => ({
      width: Math.max(...cells.map((line) => line[index]?.length ?? 0)),
      isWhole: /(?:^|_)id$/.test(name),
    })),
    width,
  );
  return cells.map((line) =>
    line
      .map((text, index) => cut(text, widths[index] ?? 0).padEnd(widths[index] ?? 0))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

/** One object as lines of names and values. */
export function recordOf(row: Row): string[] {
  const names = Object.keys(row);
  const width = Math.max(0, ...names.map((name) => name.length));
  return names.map((name) => `${name.padEnd(width)}${' '.repeat(GAP)}${textOf(row[name])}`.trimEnd());
}

function cell(row: Row, name: string): string {
  return textOf(valueAt(row, name)).replace(/\s+/g, ' ');
}

/** A value for people: an address object is its address, a list its members. No control character moves a cursor. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object') {
    const { address } = value as { address?: unknown };
    return typeof address === 'string' ? printable(address) : printable(JSON.stringify(value));
  }
  return printable(String(value));
}

/** Text from strangers may contain escape sequences, which a terminal would obey. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

interface Column {
  /** The width of its longest cell. */
  readonly width: number;
  /** Whether the others are truncated first. */
  readonly isWhole: boolean;
}

/**
 * Makes the widest columns narrower until all fit: those with ids only when all others are as narrow as they can be.
 */
function fit(columns: readonly Column[], width: number): number[] {
  const widths = columns.map((column) => column.width);
  const room = width - GAP * (widths.length - 1);
  let excess = widths.reduce((sum, one) => sum + one, 0) - room;
  for (const isWhole of [false, true]) {
    const indexes = [...columns.keys()].filter((index) => columns[index]?.isWhole === isWhole);
    const widthAt = (index: number) => widths[index] ?? 0;
    while (excess > 0 && indexes.length > 0) {
      const widest = indexes.reduce((one, other) => (widthAt(other) > widthAt(one) ? other : one));
      if (widthAt(widest) <= MIN_COLUMN_WIDTH) break;
      widths[widest] = widthAt(widest) - 1;
      excess -= 1;
    }
  }
  return widths;
}
