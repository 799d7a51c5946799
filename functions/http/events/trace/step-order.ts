import { TRACE_STEP_KINDS } from '#shared/contract/schemas/trace.ts';
import type { Step } from './trace.ts';

/** Steps by time. What happened in one millisecond is in the order in which one follows from the other. */
export function inOrder(steps: readonly Step[]): Step[] {
  const rank = ({ kind }: Step) => TRACE_STEP_KINDS.indexOf(kind);
  return [...steps].sort((a, b) => a.at - b.at || rank(a) - rank(b));
}
