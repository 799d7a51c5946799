import { eventRecord } from '../../contract/event-record.ts';
import type { LoggedEvent } from '../../domain/events.ts';
import { MAX_STREAM_MESSAGE_BYTES } from '../../domain/stream.ts';
import { timestamp } from '../../domain/time.ts';

/** The messages of an event stream to its client. See: docs/contract/event-streams.md#messages. */
export function readyMessage(cursor: number): string {
  return JSON.stringify({ type: 'ready', cursor: timestamp(cursor) });
}

/** An event after the message with the cursor `after`, or a pointer to it if it is too large for a message. */
export function eventMessage(after: number, event: LoggedEvent): string {
  const place = { after: timestamp(after), cursor: timestamp(event.createdAt) };
  const text = JSON.stringify({ type: 'event', ...place, event: eventRecord(event) });
  if (Buffer.byteLength(text) <= MAX_STREAM_MESSAGE_BYTES) return text;
  return JSON.stringify({ type: 'pointer', ...place, event_id: event.id });
}

export function pongMessage(cursor: number): string {
  return JSON.stringify({ type: 'pong', cursor: timestamp(cursor) });
}
