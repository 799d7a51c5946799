import { z } from 'zod';
import { WAIT_TIMEOUT_DEFAULT_MS, WAIT_TIMEOUT_MAX_MS } from '../../domain/limits.ts';
import { filterSchema, instantSchema, queryInteger, timestampSchema } from './common.ts';

/** Events and the wait. Rule: specification, Event; Events (endpoints). */
export const eventSchema = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    version: z.int(),
    identity_id: z.string().nullable(),
    aggregate_type: z.string().nullable(),
    aggregate_id: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()),
    created_at: timestampSchema,
  })
  .meta({ id: 'Event' });

export const eventsSchema = z.strictObject({ events: z.array(eventSchema) }).meta({ id: 'Events' });

export const waitQuery = z.strictObject({
  type: filterSchema.meta({ example: 'mail.received' }),
  identity_id: filterSchema.optional(),
  aggregate_type: filterSchema.optional(),
  aggregate_id: filterSchema.optional(),
  thread_id: filterSchema.optional(),
  since: instantSchema.optional(),
  timeout_ms: queryInteger(0, WAIT_TIMEOUT_MAX_MS, WAIT_TIMEOUT_DEFAULT_MS),
});

export const waitSchema = z
  .strictObject({ event: eventSchema.nullable(), timed_out: z.boolean() })
  .meta({ id: 'WaitResult' });

export const replayedSchema = z.strictObject({ id: z.string(), replayed: z.literal(true) }).meta({ id: 'Replayed' });
