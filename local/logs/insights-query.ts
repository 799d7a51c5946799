import type { LogLine } from './log-store.ts';

/** A row of a result: column to value. */
export type ResultRow = Readonly<Record<string, string | number>>;

/** A line of JSON, with the time at which it was written. */
interface LogRecord {
  readonly at: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A query over one log group. */
interface InsightsQuery {
  readonly group: string;
  run(lines: readonly LogLine[]): readonly ResultRow[];
}

/** The commands that are emulated, in their order. */
const COMMANDS = [
  /^SOURCE '([^']+)'$/,
  /^filter (\w+) like \/([^/]+)\/$/,
  /^stats (.+) by ([\w, ]+)$/,
  /^sort (\w+) desc$/,
  /^limit (\d+)$/,
] as const;

/** How `stats` calculates a column from the records of a row. */
const CALCULATION = /^(?:(count)\(\*\)|latest\((\w+)\)) as (\w+)$/;

/**
 * Reads a query of CloudWatch Logs Insights, with white space before each `|` between its commands. Emulated is the
 * form that the dashboard uses: one `filter`, `stats` with counts and latest values, `sort` and `limit`, over lines of
 * JSON. Anything else is an error.
 *
 * Source: CloudWatch Logs user guide, CloudWatch Logs Insights language query syntax.
 */
export function insightsQuery(text: string): InsightsQuery {
  const commands = text.split(/\s+\|\s*/).map((command) => command.trim());
  const isEmulated = commands.length === COMMANDS.length && COMMANDS.every((form, at) => form.test(commands[at] ?? ''));
  if (!isEmulated) throw new Error(`the query is not emulated: ${text}`);
  const [
    [group = ''] = [],
    [filtered = '', pattern = ''] = [],
    [calculations = '', by = ''] = [],
    [sorted = ''] = [],
    [limit] = [],
  ] = COMMANDS.map((form, at) => form.exec(commands[at] ?? '')?.slice(1) ?? []);
  const filter = new RegExp(pattern);
  const names = by.split(',').map((name) => name.trim());
  const columns = calculations.split(', ').map(columnOf);
  const rowOf = (records: readonly LogRecord[]): ResultRow =>
    Object.fromEntries([
      ...names.map((name) => [name, textOf(records[0], name)]),
      ...columns.map(({ as, of }) => [as, of(records)]),
    ]);
  return {
    group,
    run: (lines) => {
      const records = lines.flatMap(recordOf).filter((record) => filter.test(textOf(record, filtered)));
      const sets = Map.groupBy(records, (record) => JSON.stringify(names.map((name) => textOf(record, name))));
      const rows = [...sets.values()].map(rowOf);
      return rows.sort((a, b) => Number(b[sorted]) - Number(a[sorted])).slice(0, Number(limit));
    },
  };
}

function columnOf(calculation: string): { as: string; of: (records: readonly LogRecord[]) => string | number } {
  const [, count, field = '', as] = CALCULATION.exec(calculation) ?? [];
  if (as === undefined) throw new Error(`the calculation is not emulated: ${calculation}`);
  if (count !== undefined) return { as, of: (records) => records.length };
  return { as, of: (records) => textOf(records.toSorted((a, b) => b.at - a.at)[0], field) };
}

function textOf(record: LogRecord | undefined, field: string): string {
  return record !== undefined && Object.hasOwn(record.fields, field) ? String(record.fields[field]) : '';
}

/** A line that is a JSON object; others are left out. */
function recordOf({ at, text }: LogLine): readonly LogRecord[] {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? [{ at, fields: { ...fields } }] : [];
  } catch {
    return [];
  }
}
