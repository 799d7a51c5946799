import type { DataPoint, Metric, TimeRange, TimeSeries } from './metric.ts';
import type { MetricStore } from './metric-store.ts';
import { searchPredicate } from './search-expression.ts';

/** What an expression is evaluated with. */
export interface MathScope {
  readonly store: MetricStore;
  readonly range: TimeRange;
  /** The metrics and expressions that have an id. */
  series(id: string): readonly TimeSeries[];
}

type Value = number | string | readonly TimeSeries[];

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|'([^']*)'|"([^"]*)"|([A-Za-z]\w*)|([-+*/(),[\]]))/y;

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign';
  readonly text: string;
}

/**
 * The lines of a metric math expression. Emulated are the operators `+ - * /`, lists in brackets, and the functions of
 * `FUNCTIONS`; anything else is an error, because a silently wrong line would mislead an operator.
 *
 * Source: CloudWatch user guide, Using math expressions with CloudWatch metrics.
 */
export function evaluateMath(expression: string, scope: MathScope): readonly TimeSeries[] {
  const tokens = tokensOf(expression);
  let next = 0;
  const isSign = (...signs: readonly string[]) => {
    const token = tokens[next];
    return token?.kind === 'sign' && signs.includes(token.text);
  };
  const takeSign = (sign: string) => {
    if (!isSign(sign)) throw new Error(`expected ${sign} in the expression ${expression}`);
    next += 1;
  };

  function list(end: string): readonly Value[] {
    const values: Value[] = [];
    while (!isSign(end)) {
      values.push(sum());
      if (!isSign(end)) takeSign(',');
    }
    takeSign(end);
    return values;
  }

  function sum(): Value {
    let left = product();
    while (isSign('+', '-')) left = combine(tokens[next++]?.text ?? '', left, product());
    return left;
  }

  function product(): Value {
    let left = factor();
    while (isSign('*', '/')) left = combine(tokens[next++]?.text ?? '', left, factor());
    return left;
  }

  function factor(): Value {
    const token = tokens[next++];
    if (token === undefined) throw new Error(`the expression ends too early: ${expression}`);
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'text') return token.text;
    if (token.kind === 'name') {
      if (!isSign('(')) return WORDS.has(token.text) ? token.text : scope.series(token.text);
      takeSign('(');
      const run = FUNCTIONS[token.text];
      if (run === undefined) throw new Error(`${token.text} is not emulated: ${expression}`);
      return run(list(')'), scope);
    }
    if (token.text === '-') return combine('-', 0, factor());
    if (token.text === '[') return list(']').flatMap(seriesOf);
    if (token.text !== '(') throw new Error(`unexpected ${token.text} in the expression ${expression}`);
    const inner = sum();
    takeSign(')');
    return inner;
  }

  const value = sum();
  if (next < tokens.length) throw new Error(`unexpected ${tokens[next]?.text} in the expression ${expression}`);
  return seriesOf(value);
}

/** The metrics that an expression searches for, whether or not they have values in the range. */
export function searchedMetrics(expression: string, metrics: readonly Metric[]): readonly Metric[] {
  return [...expression.matchAll(/SEARCH\(\s*'([^']*)'/g)].flatMap(([, search = '']) =>
    metrics.filter(searchPredicate(search)),
  );
}

/** Words that are arguments, not ids. */
const WORDS = new Set(['AVG', 'MAX', 'MIN', 'SUM', 'ASC', 'DESC', 'REPEAT']);

const FUNCTIONS: Readonly<Record<string, (values: readonly Value[], scope: MathScope) => Value>> = {
  SEARCH: ([search, statistic], { store, range }) => {
    const isFound = searchPredicate(textOf(search));
    const found = store.list().filter(isFound);
    return found.map((metric) => ({
      label: Object.values(metric.dimensions).at(-1) ?? metric.name,
      points: store.points(metric, textOf(statistic), range),
    }));
  },
  SORT: ([lines, by = 'SUM', order = 'ASC']) => {
    const direction = order === 'DESC' ? -1 : 1;
    const rank = (line: TimeSeries) =>
      reduce(
        line.points.map(({ value }) => value),
        textOf(by),
      ) ?? 0;
    return [...seriesOf(lines)].sort((a, b) => direction * (rank(a) - rank(b)));
  },
  SLICE: ([lines, start = 0, end]) => seriesOf(lines).slice(Number(start), end === undefined ? undefined : Number(end)),
  SUM: ([lines]) => acrossLines(lines, 'SUM'),
  AVG: ([lines]) => acrossLines(lines, 'AVG'),
  MAX: ([lines]) => acrossLines(lines, 'MAX'),
  MIN: ([lines]) => acrossLines(lines, 'MIN'),
  FILL: ([lines, filling], { range }) => seriesOf(lines).map((line) => filled(line, filling, range)),
};

/** One line with the sum, for example, of all lines at each time at which any of them has a value. */
function acrossLines(lines: Value | undefined, by: string): readonly TimeSeries[] {
  const values = new Map<number, number[]>();
  for (const { points } of seriesOf(lines)) {
    for (const { at, value } of points) values.set(at, [...(values.get(at) ?? []), value]);
  }
  const points = [...values].sort(([a], [b]) => a - b).map(([at, found]) => ({ at, value: reduce(found, by) ?? 0 }));
  return [{ label: '', points }];
}

function reduce(values: readonly number[], by: string): number | undefined {
  if (values.length === 0) return undefined;
  const total = values.reduce((sum, value) => sum + value, 0);
  if (by === 'MAX') return Math.max(...values);
  if (by === 'MIN') return Math.min(...values);
  return by === 'AVG' ? total / values.length : total;
}

/** Gives each period without a value the one that `FILL` names: a number, or with `REPEAT` the last one before it. */
function filled({ label, points }: TimeSeries, filling: Value | undefined, range: TimeRange): TimeSeries {
  const known = new Map(points.map(({ at, value }) => [at, value]));
  const all: DataPoint[] = [];
  for (let at = range.from; at < range.to; at += range.periodMs) {
    const value = known.get(at) ?? (typeof filling === 'number' ? filling : all.at(-1)?.value);
    if (value !== undefined) all.push({ at, value });
  }
  return { label, points: all };
}

/** An operator between two lines has a value where both have one. Source: as above, Arithmetic operators. */
function combine(operator: string, left: Value, right: Value): Value {
  const apply = (a: number, b: number) => {
    if (operator === '+') return a + b;
    if (operator === '-') return a - b;
    return operator === '*' ? a * b : a / b;
  };
  if (typeof left === 'number' && typeof right === 'number') return apply(left, right);
  const [first] = [left, right].filter((value) => typeof value !== 'number').flatMap(seriesOf);
  if (first === undefined) return [];
  const at = (value: Value, time: number) =>
    typeof value === 'number' ? value : seriesOf(value)[0]?.points.find((point) => point.at === time)?.value;
  const points = first.points.flatMap(({ at: time }) => {
    const [a, b] = [at(left, time), at(right, time)];
    const value = a === undefined || b === undefined ? Number.NaN : apply(a, b);
    return Number.isFinite(value) ? [{ at: time, value }] : [];
  });
  return [{ label: first.label, points }];
}

function seriesOf(value: Value | undefined): readonly TimeSeries[] {
  if (typeof value === 'object') return value;
  throw new Error(`expected metrics in an expression, found ${JSON.stringify(value)}`);
}

function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw new Error(`expected a text in an expression, found ${JSON.stringify(value)}`);
}

function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (expression.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(expression);
    if (match === null) throw new Error(`the expression cannot be read at ${at}: ${expression}`);
    const [, number, single, double, name, sign = ''] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (single !== undefined || double !== undefined) tokens.push({ kind: 'text', text: single ?? double ?? '' });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: sign });
    at = TOKEN.lastIndex;
  }
  return tokens;
}
