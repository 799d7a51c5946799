import { route } from '../route.ts';
import { idParams } from '../schemas/common.ts';
import { createdStreamSchema, createStreamBody, streamsSchema } from '../schemas/stream.ts';

const group = { group: 'streams', auth: 'any-key' } as const;

export const createStream = route({
  ...group,
  name: 'createStream',
  method: 'POST',
  path: '/v1/events/streams',
  auth: 'resource-agent',
  // A stream is a way to read.
  role: 'viewer',
  resources: [{ load: 'identity', named: 'identity_id', foreign: 403 }],
  summary: 'Returns the address of a WebSocket that sends events as they are committed. It works once, within 60 s.',
  body: createStreamBody,
  bodyOptional: true,
  status: 201,
  reply: createdStreamSchema,
  errors: ['rate_limit.exceeded'],
  onceOnlySecret: true,
});

export const listStreams = route({
  ...group,
  name: 'listStreams',
  method: 'GET',
  path: '/v1/events/streams',
  summary: 'Lists the connected event streams, newest first. An agent key sees its own.',
  status: 200,
  reply: streamsSchema,
});

export const deleteStream = route({
  ...group,
  name: 'deleteStream',
  method: 'DELETE',
  path: '/v1/events/streams/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'stream', named: 'id', foreign: 404 }],
  summary: 'Closes an event stream, or cancels an unused ticket.',
  params: idParams,
  status: 204,
});
