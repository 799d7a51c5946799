import { eventRecord } from '#shared/contract/event-record.ts';
import { MAX_STREAM_MESSAGE_BYTES } from '#shared/domain/delivery/stream.ts';
import type { EventHead, LoggedEvent } from '#shared/domain/log/events.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** The messages of an event stream to its client. See: docs/contract/event-streams.md#messages. */
export function readyMessage(cursor: number): string {
  return JSON.stringify({ type: 'ready', cursor: timestamp(cursor) });
}

/** An event after the message with the cursor `after`, or a pointer to it if it is too large for a message. */
export function eventMessage(after: number, event: LoggedEvent): string {
  const text = JSON.stringify({ type: 'event', ...placeOf(after, event), event: eventRecord(event) });
  return Buffer.byteLength(text) <= MAX_STREAM_MESSAGE_BYTES ? text : pointerMessage(after, event);
}

/** A pointer to an event that is known to be too large for a message. */
export function pointerMessage(after: number, event: EventHead): string {
  return JSON.stringify({ type: 'pointer', ...placeOf(after, event), event_id: event.id });
}

function placeOf(after: number, { createdAt }: EventHead) {
  return { after: timestamp(after), cursor: timestamp(createdAt) };
}

export function pongMessage(cursor: number): string {
  return JSON.stringify({ type: 'pong', cursor: timestamp(cursor) });
}
