import type { LogLine } from './log-store.ts';

/** A row of a result: column to value. */
export type ResultRow = Readonly<Record<string, string | number>>;

type Field = (name: string) => unknown;
type Condition = (field: Field) => boolean;

interface LogRecord {
  readonly at: number;
  readonly field: Field;
}

/** A query, without the `SOURCE` of dashboards. */
export interface InsightsQuery {
  readonly groups: readonly string[];
  run(lines: readonly LogLine[]): readonly ResultRow[];
}

/**
 * Reads a query of CloudWatch Logs Insights, with white space before each `|` between its commands. Emulated are
 * `filter`, `stats … by`, `sort` and `limit` over lines of JSON, as the dashboard uses them; anything else is an error.
 *
 * Source: CloudWatch Logs user guide, CloudWatch Logs Insights language query syntax.
 */
export function insightsQuery(text: string): InsightsQuery {
  const commands = text.split(/\s+\|\s*/).map((part) => part.trim());
  const groups = commands.flatMap((command) =>
    command.startsWith('SOURCE ') ? [...command.matchAll(/'([^']+)'/g)].map(([, group = '']) => group) : [],
  );
  const steps = commands.filter((command) => !command.startsWith('SOURCE ')).map(stepOf);
  return {
    groups,
    run: (lines) => {
      const records = lines.flatMap(({ at, text: line }) => recordOf(at, line) ?? []);
      return steps.reduce<State>((state, step) => step(state), { records, rows: [] }).rows;
    },
  };
}

interface State {
  readonly records: readonly LogRecord[];
  readonly rows: readonly ResultRow[];
}

type Step = (state: State) => State;

function stepOf(command: string): Step {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(command) ?? [];
  switch (name) {
    case 'filter': {
      const matches = conditionOf(rest);
      return ({ records, rows }) => ({ records: records.filter(({ field }) => matches(field)), rows });
    }
    case 'stats':
      return statsOf(rest);
    case 'sort': {
      const [, column = '', direction = 'asc'] = /^(\w+)(?:\s+(asc|desc))?$/.exec(rest) ?? [];
      const sign = direction === 'desc' ? -1 : 1;
      const compare = (a: ResultRow, b: ResultRow) => sign * compareValues(a[column] ?? '', b[column] ?? '');
      return ({ records, rows }) => ({ records, rows: [...rows].sort(compare) });
    }
    case 'limit':
      return ({ records, rows }) => ({ records, rows: rows.slice(0, Number(rest)) });
    default:
      throw new Error(`the command is not emulated: ${command}`);
  }
}

/** Comparisons with `and` and `or` between them, without parentheses. */
function conditionOf(text: string): Condition {
  const either = text.split(/\s+or\s+/).map((part) => part.split(/\s+and\s+/).map(comparisonOf));
  return (field) => either.some((all) => all.every((matches) => matches(field)));
}

function comparisonOf(text: string): Condition {
  const [, name = '', operator = '', expected = ''] = /^(\S+)\s*(!=|=|like)\s*(.+)$/s.exec(text.trim()) ?? [];
  const pattern = /^\/(.*)\/$/s.exec(expected)?.[1];
  const literal = /^"(.*)"$/s.exec(expected)?.[1] ?? expected;
  if (operator === '' || (operator !== 'like' && pattern !== undefined)) throw new Error(`not emulated: ${text}`);
  if (operator === 'like') {
    const matches = pattern === undefined ? undefined : new RegExp(pattern);
    return (field) => {
      const value = String(field(name) ?? '');
      return matches === undefined ? value.includes(literal) : matches.test(value);
    };
  }
  return (field) => (String(field(name)) === literal) === (operator === '=');
}

type Aggregate = (records: readonly LogRecord[], fieldName: string) => string | number;

const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  count: (records) => records.length,
  sum: (records, name) => records.reduce((sum, { field }) => sum + (Number(field(name)) || 0), 0),
  max: (records, name) => Math.max(...records.map(({ field }) => Number(field(name)) || 0)),
  min: (records, name) => Math.min(...records.map(({ field }) => Number(field(name)) || 0)),
  latest: (records, name) => {
    const [newest] = [...records].sort((a, b) => b.at - a.at);
    return String(newest?.field(name) ?? '');
  },
};

function statsOf(text: string): Step {
  const [, calculations = '', by = ''] = /^(.*?)(?:\s+by\s+(.*))?$/s.exec(text) ?? [];
  const names = by.split(',').flatMap((name) => name.trim() || []);
  const columns = calculations.split(/,(?![^(]*\))/).map((calculation) => {
    const [, kind = '', field = '', as] = /^(\w+)\(([^)]*)\)(?:\s+as\s+(\w+))?$/.exec(calculation.trim()) ?? [];
    const aggregate = AGGREGATES[kind];
    if (aggregate === undefined) throw new Error(`the calculation is not emulated: ${calculation}`);
    return { as: as ?? calculation.trim(), field: field.trim(), aggregate };
  });
  return ({ records }) => {
    const sets = new Map<string, LogRecord[]>();
    for (const record of records) {
      const key = JSON.stringify(names.map((name) => record.field(name)));
      sets.set(key, [...(sets.get(key) ?? []), record]);
    }
    const rows = [...sets.values()].map((set): ResultRow => {
      const keys = names.map((name) => [name, String(set[0]?.field(name) ?? '')] as const);
      const values = columns.map(({ as, field, aggregate }) => [as, aggregate(set, field)] as const);
      return Object.fromEntries([...keys, ...values]);
    });
    return { records: [], rows };
  };
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

/** A line of JSON. Its fields are found by their path, with dots between the names. */
function recordOf(at: number, line: string): LogRecord | undefined {
  let root: unknown;
  try {
    root = JSON.parse(line);
  } catch {
    return undefined;
  }
  const field = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => {
      const isObject = typeof value === 'object' && value !== null;
      return isObject && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
    }, root);
  return { at, field };
}
