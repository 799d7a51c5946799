/** Relative width of a bin. Percentiles are correct to about half of it. */
const BIN_WIDTH = 0.02;

const BASE = Math.log1p(BIN_WIDTH);

/** Values at or below it share a bin: no metric of ours has units in which they differ. */
const SMALLEST = 1e-6;

/**
 * The values of a metric in one minute, reduced to what statistics need. Its size is bounded: percentiles come from a
 * histogram with bins of two percent, because CloudWatch does not keep single values either.
 */
export class StatisticSet {
  count = 0;
  sum = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  readonly #bins = new Map<number, number>();

  add(value: number): void {
    this.count += 1;
    this.sum += value;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
    const bin = value <= SMALLEST ? Number.NEGATIVE_INFINITY : Math.floor(Math.log(value) / BASE);
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + 1);
  }

  merge(other: StatisticSet): void {
    this.count += other.count;
    this.sum += other.sum;
    this.min = Math.min(this.min, other.min);
    this.max = Math.max(this.max, other.max);
    for (const [bin, count] of other.#bins) this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + count);
  }

  /**
   * The value of a statistic: `Sum`, `Maximum` or a percentile such as `p99`. Others are not emulated.
   *
   * Source: CloudWatch user guide, CloudWatch statistics definitions.
   */
  value(statistic: string): number {
    const percent = /^p(\d{1,2}(?:\.\d+)?|100)$/.exec(statistic)?.[1];
    if (percent !== undefined) return this.#percentile(Number(percent));
    if (statistic === 'Sum') return this.sum;
    if (statistic === 'Maximum') return this.max;
    throw new Error(`the statistic ${statistic} is not emulated`);
  }

  #percentile(percent: number): number {
    const rank = Math.max(1, Math.ceil((percent / 100) * this.count));
    if (rank === this.count) return this.max;
    let seen = 0;
    for (const [bin, count] of [...this.#bins].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen < rank) continue;
      const middle = bin === Number.NEGATIVE_INFINITY ? this.min : Math.exp((bin + 0.5) * BASE);
      return Math.min(this.max, Math.max(this.min, middle));
    }
    return this.max;
  }
}
