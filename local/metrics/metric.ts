/** One metric of CloudWatch: what identifies a time series. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
  /** Dimension names to values. A metric with one more dimension is another metric. */
  readonly dimensions: Readonly<Record<string, string>>;
}

/** A text that two metrics share only if they are the same. */
export function metricKey({ namespace, name, dimensions }: Metric): string {
  const sorted = Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([namespace, name, ...sorted]);
}

/** One value of a time series. `at`: the start of its period, in milliseconds since the epoch. */
export interface DataPoint {
  readonly at: number;
  readonly value: number;
}

/** A line of a graph: its points in the order of time, without those that have no data. */
export interface TimeSeries {
  readonly label: string;
  readonly points: readonly DataPoint[];
}

/** The periods of a graph or an alarm, in milliseconds since the epoch. `to` is not part of it. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
  readonly periodMs: number;
}
