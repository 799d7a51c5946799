import * as routes from '#shared/contract/routes/events.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { findStory } from './trace/find-story.ts';
import { tellStory } from './trace/tell-story.ts';
import { traceReader } from './trace/trace-reader.ts';

/** What led to a thing and what followed from it, in order. See: docs/contract/trace.md. */
export const getTrace = operation(routes.getTrace, async (context, { params }) => {
  const reader = traceReader(context);
  const story = await findStory(reader, params.id);
  if (story.isEmpty) throw notFound();
  const steps = await tellStory(reader, story);
  return reply({ steps: steps.map(({ at, ...step }) => ({ at: timestamp(at), ...step })) });
});
