import type { Step, Trace } from './trace.ts';
import { TRACE_BOUNDS } from './trace-bounds.ts';

/** What a trace has at most. Each text is true of the time of its step. */
const SUMMARIES = {
  log: `The log has more than ${TRACE_BOUNDS.logRows} rows from the start of this trace on, and was read in full until this time. Later events may be missing.`,
  events: `A trace has the newest ${TRACE_BOUNDS.events} events. Earlier ones, up to this time, are left out.`,
  deliveries: `A trace has the newest ${TRACE_BOUNDS.deliveries} deliveries. Earlier ones, up to this time, are left out.`,
  delivery_sources: `Deliveries are looked for of the newest ${TRACE_BOUNDS.deliverySources} events and of as many task steps. Those of earlier ones, up to this time, may be missing.`,
  task_steps: `A trace has the newest ${TRACE_BOUNDS.taskSteps} steps of a task. Earlier ones are left out.`,
} as const;

/** A step that says what is left out, and until or from when. See: docs/contract/trace.md#bounds. */
export function limitStep(trace: Trace, bound: keyof typeof SUMMARIES, at: number): Step {
  return { at, kind: 'log_limit', id: trace.subject, summary: SUMMARIES[bound], status: null, detail: { bound } };
}
