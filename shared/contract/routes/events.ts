import { route } from '../route.ts';
import { idParams } from '../schemas/common.ts';
import { eventsQuery, eventsSchema, replayedSchema } from '../schemas/event.ts';
import { traceSchema } from '../schemas/trace.ts';

/**
 * Streamed because of their size: two hundred events may have 350 KB each, and a buffered response holds 6 MB. See: AWS
 * Lambda quotas.
 */
const read = {
  group: 'events',
  auth: 'any-key',
  streamed: true,
} as const;

export const listEvents = route({
  ...read,
  name: 'listEvents',
  method: 'GET',
  path: '/v1/events',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403, filter: true }],
  summary: 'Returns the event log: newest first, paging backwards, or oldest first with `since`.',
  query: eventsQuery,
  status: 200,
  reply: eventsSchema,
});

export const replayEvent = route({
  ...read,
  name: 'replayEvent',
  method: 'POST',
  path: '/v1/events/{id}/replay',
  auth: 'resource-agent',
  resources: [{ load: 'event', named: 'id', foreign: 404 }],
  summary: 'Redelivers an event to the endpoints that it matches. The log does not change.',
  params: idParams,
  status: 200,
  reply: replayedSchema,
});

export const getTrace = route({
  ...read,
  name: 'getTrace',
  method: 'GET',
  path: '/v1/trace/{id}',
  summary: 'Returns what led to a message, task, event, delivery, approval or request, and what followed.',
  params: idParams,
  status: 200,
  reply: traceSchema,
  errors: ['resource.not_found'],
});
