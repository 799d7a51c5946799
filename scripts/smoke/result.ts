/** How a step ended. */
export interface StepResult {
  readonly step: string;
  readonly outcome: 'OK' | 'FAIL' | 'SKIP';
  readonly seconds: number;
  /** What was seen, why the step failed and what it needs, or why it was skipped. */
  readonly detail: string;
}

/** A result as one line. */
export function lineOf({ step, outcome, seconds, detail }: StepResult): string {
  const time = outcome === 'SKIP' ? '' : `${seconds.toFixed(1)} s`;
  return `${outcome.padEnd(4)} ${step.padEnd(13)} ${time.padStart(7)}  ${detail.replace(/\s+/g, ' ')}`.trimEnd();
}
