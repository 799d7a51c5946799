import type { DataPoint, Metric, TimeRange, TimeSeries } from './metric.ts';
import type { MetricStore } from './metric-store.ts';
import { searchPredicate } from './search-expression.ts';

/** The highest lines of those that a search finds: `SLICE(SORT(SEARCH('…', 'Sum'), MAX, DESC), 0, 3)`. */
const WORST = /^SLICE\(SORT\(SEARCH\('([^']+)', '(\w+)'\), MAX, DESC\), 0, (\d+)\)$/;

/** One line with the sum of those that a search finds: `SUM(SEARCH('…', 'Sum'))`. */
const SUM = /^SUM\(SEARCH\('([^']+)', '(\w+)'\)\)$/;

/**
 * The lines of a metric math expression. Emulated are the two forms that the dashboard uses; anything else is an error,
 * because a silently wrong line would mislead an operator.
 *
 * Source: CloudWatch user guide, Using math expressions with CloudWatch metrics.
 */
export function evaluateMath(expression: string, store: MetricStore, range: TimeRange): readonly TimeSeries[] {
  const found = (search: string, statistic: string) =>
    store
      .list()
      .filter(searchPredicate(search))
      .map((metric) => ({
        label: Object.values(metric.dimensions).at(-1) ?? metric.name,
        points: store.points(metric, statistic, range),
      }));
  const [, search, statistic = '', lines] = WORST.exec(expression) ?? SUM.exec(expression) ?? [];
  if (search === undefined) throw new Error(`the expression is not emulated: ${expression}`);
  const all = found(search, statistic);
  if (lines === undefined) return [{ label: '', points: sumOf(all) }];
  return all.sort((a, b) => highest(b) - highest(a)).slice(0, Number(lines));
}

/** The metrics that an expression searches for, whether or not they have values in the range. */
export function searchedMetrics(expression: string, metrics: readonly Metric[]): readonly Metric[] {
  return [...expression.matchAll(/SEARCH\('([^']*)'/g)].flatMap(([, search = '']) =>
    metrics.filter(searchPredicate(search)),
  );
}

function highest({ points }: TimeSeries): number {
  return Math.max(0, ...points.map(({ value }) => value));
}

/** The sum of all lines at each time at which any of them has a value. */
function sumOf(lines: readonly TimeSeries[]): readonly DataPoint[] {
  const sums = new Map<number, number>();
  for (const { points } of lines) for (const { at, value } of points) sums.set(at, (sums.get(at) ?? 0) + value);
  return [...sums].sort(([a], [b]) => a - b).map(([at, value]) => ({ at, value }));
}
