/** The value below which `share` (0 to 1) of the samples fall, by the nearest-rank method. */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) return Number.NaN;
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] as number;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** One line that describes a distribution of milliseconds. */
export function distribution(samples: readonly number[]): string {
  const at = (share: number) => percentile(samples, share).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms (${samples.length} samples)`;
}

/** Epoch milliseconds with a fraction, comparable between the processes of one machine. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}
