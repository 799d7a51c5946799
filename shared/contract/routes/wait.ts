import { route } from '../route.ts';
import { waitQuery, waitSchema } from '../schemas/event.ts';

export const waitForEvent = route({
  name: 'waitForEvent',
  group: 'wait',
  method: 'GET',
  path: '/v1/events/wait',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403, filter: true }],
  summary: 'Waits for an event that matches all filters. A timeout is a success without an event.',
  query: waitQuery,
  status: 200,
  reply: waitSchema,
  streamed: true,
  longLived: true,
  countsAsWait: true,
});
