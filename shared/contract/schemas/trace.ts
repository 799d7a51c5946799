import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { timestampSchema } from './common.ts';

/**
 * What a step of a trace is about, in the order in which one follows from the other.
 *
 * See: docs/contract/trace.md#steps.
 */
export const TRACE_STEP_KINDS = [
  'mail',
  'reading',
  'task',
  'held',
  'decided',
  'task_step',
  'event',
  'delivery',
  'push',
  'attempt',
  'outcome',
  'reply',
  'log_limit',
] as const;

/** What a step has depends on its kind, and more is added without notice. */
const detailSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: 'TraceDetail', description: 'More about a step, by its kind.' });

const stepSchema = described(
  'TraceStep',
  'One thing that has happened.',
  z.strictObject({
    at: timestampSchema,
    kind: z.enum(TRACE_STEP_KINDS).meta({ id: 'TraceStepKind', description: 'What a step is about.' }),
    id: z.string(),
    summary: z.string(),
    status: z.string().nullable(),
    detail: detailSchema,
  }),
  {
    at: 'When it happened.',
    kind: null,
    id: 'The message, task, event, delivery or approval. That of a `push` or an `attempt` is the delivery.',
    summary: 'One line for people. It may contain text of strangers.',
    status: 'The status of the thing, now; of an attempt, `succeeded` or `failed`.',
    detail: null,
  },
);

export const traceSchema = described(
  'Trace',
  'What led to one thing and what followed from it.',
  z.strictObject({ steps: z.array(stepSchema) }),
  { steps: 'The oldest first.' },
);
