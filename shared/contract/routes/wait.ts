import { route } from '../route.ts';
import { waitQuery, waitSchema } from '../schemas/event.ts';

export const waitForEvent = route({
  name: 'waitForEvent',
  group: 'wait',
  auth: 'any-key',
  budget: 'organization',
  method: 'GET',
  path: '/v1/events/wait',
  summary: 'Waits for an event that matches every filter. A timeout is a success without an event.',
  query: waitQuery,
  status: 200,
  reply: waitSchema,
  errors: ['auth.forbidden'],
  idempotent: false,
  onceOnlySecret: false,
  streamed: true,
  longLived: true,
  countsAsWait: true,
});
