import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import { eventsSchema, replayedSchema } from '../schemas/event.ts';

/**
 * Streamed for their size: two hundred events may have 350 KB each, and a buffered response holds 6 MB. See: AWS Lambda
 * quotas.
 */
const read = {
  group: 'events',
  auth: 'any-key',
  budget: 'organization',
  onceOnlySecret: false,
  idempotent: false,
  streamed: true,
} as const;

export const listEvents = route({
  ...read,
  name: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  summary: 'Reads the event log, newest first, paging backwards.',
  query: pageQuery,
  status: 200,
  reply: eventsSchema,
  errors: [],
});

export const replayEvent = route({
  ...read,
  name: 'replayEvent',
  method: 'POST',
  path: '/v1/events/{id}/replay',
  summary: 'Delivers an event again to the endpoints that it matches. The log does not change.',
  params: idParams,
  status: 200,
  reply: replayedSchema,
  errors: ['resource.not_found'],
  idempotent: true,
});
