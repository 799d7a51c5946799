import { route } from '../route.ts';
import { idParams } from '../schemas/common.ts';
import { createdStreamSchema, createStreamBody, streamsSchema } from '../schemas/stream.ts';

const group = { group: 'streams', auth: 'any-key', budget: 'organization' } as const;

export const createStream = route({
  ...group,
  name: 'createStream',
  method: 'POST',
  path: '/v1/events/streams',
  summary: 'Returns the address of a WebSocket that sends events as they are committed. It works once, within 60 s.',
  body: createStreamBody,
  bodyOptional: true,
  status: 201,
  reply: createdStreamSchema,
  errors: ['auth.forbidden', 'resource.not_found', 'rate_limit.exceeded'],
  idempotent: true,
  onceOnlySecret: true,
});

export const listStreams = route({
  ...group,
  name: 'listStreams',
  method: 'GET',
  path: '/v1/events/streams',
  summary: 'Lists the connected event streams, the newest first. An agent key sees its own.',
  status: 200,
  reply: streamsSchema,
  errors: [],
  idempotent: false,
  onceOnlySecret: false,
});

export const deleteStream = route({
  ...group,
  name: 'deleteStream',
  method: 'DELETE',
  path: '/v1/events/streams/{id}',
  summary: 'Closes an event stream, or withdraws a ticket that was not used yet.',
  params: idParams,
  status: 204,
  errors: ['resource.not_found'],
  idempotent: true,
  onceOnlySecret: false,
});
