import { z } from 'zod';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { described } from '#shared/domain/schema/described.ts';
import { idSchema, instantSchema, timestampSchema } from './common.ts';
import { eventTypeSchema } from './event.ts';

/** Event streams. See: docs/contract/event-streams.md. */
export const createStreamBody = described(
  'CreateStream',
  'What a stream sends.',
  z.strictObject({
    types: z
      .array(eventTypeSchema)
      .min(1, 'at least one event type; omit the field to get all')
      .max(EVENT_TYPES.length, 'each event type once')
      .refine((types) => new Set(types).size === types.length, 'each event type once')
      .meta({ override: { uniqueItems: true } })
      .optional(),
    identity_id: idSchema.optional(),
    since: instantSchema.optional(),
  }),
  {
    types: 'The event types to send. All by default.',
    identity_id: 'Sends only events of this agent. With an agent key, always its own agent.',
    since: 'Starts after this time: the `created_at` or `cursor` of the last known event. Now by default.',
  },
);

export const createdStreamSchema = described(
  'CreatedStream',
  'Where to connect.',
  z.strictObject({ id: z.string(), connect_url: z.string(), expires_at: timestampSchema }),
  {
    id: 'The stream’s id.',
    connect_url: 'The WebSocket address. It works once, and contains a secret ticket.',
    expires_at: 'Until when it can be used.',
  },
);

export const streamSchema = described(
  'Stream',
  'A connected event stream.',
  z.strictObject({
    id: z.string(),
    identity_id: z.string().nullable(),
    types: z.array(eventTypeSchema),
    connected_at: timestampSchema,
    key_id: z.string(),
  }),
  {
    id: 'The stream’s id.',
    identity_id: 'It sends the events of this agent; null: of all agents.',
    types: 'The types of events that it sends.',
    connected_at: 'When its client connected.',
    key_id: 'The API key or login with which it was opened.',
  },
);

export const streamsSchema = described(
  'StreamList',
  'The connected event streams.',
  z.strictObject({ streams: z.array(streamSchema) }),
  { streams: null },
);
