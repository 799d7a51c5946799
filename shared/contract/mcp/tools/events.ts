import { z } from 'zod';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { cursor, limit, timeout } from '../arguments.ts';
import { READS, tool } from '../tool.ts';

export const waitForEvent = tool({
  name: 'wait_for_event',
  title: 'Wait for an event',
  description:
    "Waits up to 50 seconds for the next event of one type, such as mail.received or a2a.task.created. Pass the result's next_cursor to the next call, so that no event is missed in between.",
  input: z.strictObject({ type: z.enum(EVENT_TYPES), timeout_seconds: timeout, cursor }),
  output: z.looseObject({
    event: z.looseObject({}).optional(),
    timed_out: z.boolean(),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
});

export const listEvents = tool({
  name: 'list_events',
  title: 'List events',
  description: 'Lists what has happened to you, newest first or, with since, oldest first from that time on.',
  input: z.strictObject({
    type: z.enum(EVENT_TYPES).optional(),
    since: z.string().min(1).optional().describe('A time (RFC 3339).'),
    limit,
    cursor,
  }),
  output: z.looseObject({ events: z.array(z.looseObject({})).optional(), next_cursor: z.string().optional() }),
  annotations: READS,
});
