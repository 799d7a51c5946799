import * as routes from '#shared/contract/routes/events.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { findTrace } from './trace/find-trace.ts';
import { stepsOfTrace } from './trace/steps-of-trace.ts';
import { traceReader } from './trace/trace-reader.ts';

/** What led to a thing and what followed from it, in order. See: docs/contract/trace.md. */
export const getTrace = operation(routes.getTrace, async (context, { params }) => {
  const reader = traceReader(context);
  const trace = await findTrace(reader, params.id);
  if (trace.isEmpty) throw notFound();
  const steps = await stepsOfTrace(reader, trace);
  return reply({ steps: steps.map(({ at, ...step }) => ({ at: timestamp(at), ...step })) });
});
