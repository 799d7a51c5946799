/** One measured claim: what was found, and whether it holds what was promised. */
export interface Measurement {
  readonly claim: string;
  readonly figure: string;
  /** Nothing was promised where it is absent: the figure is told for what it is worth. */
  readonly target?: string;
  readonly met?: boolean;
}

/** A measurement. It starts what it needs and ends it again. */
export type BenchmarkRun = (say: (line: string) => void) => Promise<readonly Measurement[]>;

/** A finding against a bound from above. */
export function within(claim: string, value: number, bound: number, unit: string, digits = 0): Measurement {
  return {
    claim,
    figure: `${value.toFixed(digits)} ${unit}`,
    target: `≤ ${bound} ${unit}`,
    met: Number(value.toFixed(digits)) <= bound,
  };
}

/** A finding that is told without a promise. */
export function info(claim: string, figure: string): Measurement {
  return { claim, figure };
}
