import { labelOf } from './label-of.ts';
import { type Tone, toneOf } from './tone-of.ts';

interface PillProps {
  readonly status: string;
  /** What the status means here, where it means something else than elsewhere. */
  readonly tone?: Tone | undefined;
}

/** A status code as a colored label, with the code itself on hover. The color repeats what the label says. */
export function Pill({ status, tone = toneOf(status) }: PillProps) {
  return (
    <span class={`pill ${tone ?? ''}`} title={status}>
      {labelOf(status)}
    </span>
  );
}
