import type { z } from 'zod';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { readableEvent } from '#shared/domain/log/readable-event.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { eventSchema } from './schemas/event.ts';

/** An event as the API returns it, in a list or from a wait. See: docs/contract/events.md#event-record. */
export function eventRecord(event: LoggedEvent): z.input<typeof eventSchema> {
  return {
    id: event.id,
    type: event.type,
    version: event.version,
    identity_id: event.identityId,
    aggregate_type: event.aggregateType,
    aggregate_id: event.aggregateId,
    payload: readableEvent(event).payload,
    created_at: timestamp(event.createdAt),
    // `append` parsed the events in the log with the same schemas.
  } as z.input<typeof eventSchema>;
}
