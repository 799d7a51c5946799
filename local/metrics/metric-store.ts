import { type DataPoint, type Metric, metricKey, type TimeRange } from './metric.ts';
import { StatisticSet } from './statistic-set.ts';

const MINUTE_MS = 60_000;

/** How long values are kept: as long as the dashboard shows by default, and the longest period of an alarm. */
const DEFAULT_RETENTION_MS = 3 * 60 * MINUTE_MS;

/** Several times as many metrics as a stage has. A defect that counts by organization must not use up the memory. */
const DEFAULT_MAX_METRICS = 2000;

export interface MetricStoreOptions {
  readonly retentionMs?: number;
  readonly maxMetrics?: number;
  /** The time at which a value without one is recorded, in milliseconds since the epoch. */
  readonly now?: () => number;
}

interface Stored {
  readonly metric: Metric;
  /** By the minute in which they were recorded, in milliseconds since the epoch. */
  readonly minutes: Map<number, StatisticSet>;
}

/**
 * The metrics of a stack, in memory, as CloudWatch would have them: values are aggregated by minute and kept for three
 * hours. The caller may give the time, so that tests need not wait.
 */
export class MetricStore {
  readonly #retentionMs: number;
  readonly #maxMetrics: number;
  readonly #now: () => number;
  readonly #stored = new Map<string, Stored>();

  constructor({
    retentionMs = DEFAULT_RETENTION_MS,
    maxMetrics = DEFAULT_MAX_METRICS,
    now = Date.now,
  }: MetricStoreOptions = {}) {
    this.#retentionMs = retentionMs;
    this.#maxMetrics = maxMetrics;
    this.#now = now;
  }

  /** Adds one value. A value that is older than the retention, or that belongs to one metric too many, is dropped. */
  record(metric: Metric, value: number, at: number = this.#now()): void {
    const stored = this.#find(metric);
    if (stored === undefined) return;
    const minute = minuteOf(at);
    const known = stored.minutes.get(minute);
    const set = known ?? new StatisticSet();
    set.add(value);
    if (known !== undefined) return;
    stored.minutes.set(minute, set);
    for (const old of stored.minutes.keys()) {
      if (old < minute - this.#retentionMs) stored.minutes.delete(old);
    }
  }

  /** All metrics that have values. */
  list(): readonly Metric[] {
    return [...this.#stored.values()].map(({ metric }) => metric);
  }

  has(metric: Metric): boolean {
    return this.#stored.has(metricKey(metric));
  }

  /** A statistic of a metric for each period of the range that has values. The range begins with a whole minute. */
  points(metric: Metric, statistic: string, { from, to, periodMs }: TimeRange): readonly DataPoint[] {
    const minutes = this.#stored.get(metricKey(metric))?.minutes;
    if (minutes === undefined) return [];
    const periods = new Map<number, StatisticSet>();
    for (const [minute, set] of minutes) {
      if (minute < from || minute >= to) continue;
      const at = from + Math.floor((minute - from) / periodMs) * periodMs;
      const period = periods.get(at) ?? new StatisticSet();
      period.merge(set);
      periods.set(at, period);
    }
    return [...periods].sort(([a], [b]) => a - b).map(([at, set]) => ({ at, value: set.value(statistic) }));
  }

  #find(metric: Metric): Stored | undefined {
    const key = metricKey(metric);
    const known = this.#stored.get(key);
    if (known !== undefined) return known;
    if (this.#stored.size >= this.#maxMetrics) return undefined;
    const added = { metric, minutes: new Map() };
    this.#stored.set(key, added);
    return added;
  }
}

/** The whole minute that a time belongs to. Values are stored by it, and ranges begin and end with one. */
export function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}
