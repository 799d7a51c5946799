/** One measured claim: the figure, and whether it meets the target. */
export interface Measurement {
  readonly claim: string;
  readonly figure: string;
  /** Absent where there is no target and the figure is only informative. */
  readonly target?: string;
  readonly met?: boolean;
}

/** A benchmark. It starts what it needs and stops it afterwards. */
export type BenchmarkRun = (say: (line: string) => void) => Promise<readonly Measurement[]>;

/** A measurement with an upper bound. */
export function within(claim: string, value: number, bound: number, unit: string, digits = 0): Measurement {
  return {
    claim,
    figure: `${value.toFixed(digits)} ${unit}`,
    target: `≤ ${bound} ${unit}`,
    met: Number(value.toFixed(digits)) <= bound,
  };
}

/** A measurement without a target. */
export function info(claim: string, figure: string): Measurement {
  return { claim, figure };
}
