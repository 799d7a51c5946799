import { createHash, randomBytes } from 'node:crypto';
import { CELL } from '../ids/cell.ts';
import { parseJson } from '../text/parse-json.ts';
import { HOUR, MINUTE, parseTimestamp, SECOND } from '../time/time.ts';

/** Rules of event streams. See: docs/contract/event-streams.md. */

/** How long a ticket can be redeemed. */
export const TICKET_LIFETIME_MS = MINUTE;

/** API Gateway closes every connection after two hours. Source: API Gateway quotas for WebSocket APIs. */
export const CONNECTION_LIFETIME_MS = 2 * HOUR;

/** The largest message to a client. A larger event is sent as a pointer. */
export const MAX_STREAM_MESSAGE_BYTES = 32 * 1024;

/** The largest message from a client, in bytes. A `resume` has 60. */
const MAX_CLIENT_MESSAGE_BYTES = 1024;

/** Messages from one client in a calendar minute. Clients ping every few minutes. */
export const MAX_CLIENT_MESSAGES_PER_MINUTE = 60;

/** The time within which a worker sends what is new; then another run continues. */
export const PUSH_BUDGET_MS = 4 * SECOND;

/** API Gateway knows a connection only when its handshake is over. Until then, a new one only seems to be gone. */
export const HANDSHAKE_MS = 10 * SECOND;

/** How long API Gateway may take to accept a message. */
export const POST_TIMEOUT_MS = 2.5 * SECOND;

/** How long a worker owns a stream. Longer than one run: its budget, two posts, and the reads between them. */
export const PUSH_LEASE_MS = 12 * SECOND;

/** Failed posts in a row after which a stream is closed. Its client connects again and continues where it was. */
export const MAX_POST_FAILURES = 5;

/** Why the service closes a stream. */
export type ClosingReason =
  /** The key was revoked, or the login has expired. */
  | 'key_revoked'
  | 'agent_suspended'
  /** `DELETE /v1/events/streams/{id}`. */
  | 'deleted'
  /** The client sent what is no `ping` and no `resume`. */
  | 'invalid_message'
  | 'too_many_messages'
  /** The client does not read fast enough. */
  | 'too_slow';

const TICKET_FORM = /^tkt_[0-9A-Za-z_-]{43,44}$/;

/** A new ticket: the character of the cell, and 256 random bits. One without a cell is older. */
export function generateTicket(): string {
  return `tkt_${CELL}${randomBytes(32).toString('base64url')}`;
}

export function isTicket(text: string | undefined): text is string {
  return text !== undefined && TICKET_FORM.test(text);
}

/** The hash that is stored instead of the ticket. */
export function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** What a client may send. */
export type ClientMessage = { type: 'ping' } | { type: 'resume'; since: number };

/** Parses a message of a client; `undefined` for everything that is none, unknown fields included. */
export function parseClientMessage(text: string): ClientMessage | undefined {
  if (Buffer.byteLength(text) > MAX_CLIENT_MESSAGE_BYTES) return undefined;
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { type, since, ...others } = value as Record<string, unknown>;
  if (Object.keys(others).length > 0) return undefined;
  if (type === 'ping' && since === undefined) return { type };
  if (type !== 'resume' || typeof since !== 'string') return undefined;
  const time = parseTimestamp(since);
  return time === undefined ? undefined : { type, since: time };
}

/** What decides whether a stream sends an event. */
export interface StreamFilter {
  /** null for the events of all agents, and those of none. */
  identityId: string | null;
  /** null for all types, those included that are added later. */
  types: readonly string[] | null;
}

/** Whether a stream sends an event. */
export function matchesStream(filter: StreamFilter, event: { type: string; identityId: string | null }): boolean {
  return (
    (filter.types === null || filter.types.includes(event.type)) &&
    (filter.identityId === null || filter.identityId === event.identityId)
  );
}

/** The streams of an organization that count at this time: those with an open connection or an unexpired ticket. */
export function liveStreams<Stream extends { until: number }>(
  { streams }: { streams: Readonly<Record<string, Stream>> },
  now: number,
): (Stream & { id: string })[] {
  return Object.entries(streams)
    .map(([id, stream]) => ({ ...stream, id }))
    .filter(({ until }) => until > now);
}

/** Whether a worker is sending to the stream at this time, or has put that off after a failure. */
export function isLeaseHeld({ leaseUntil = 0 }: { leaseUntil?: number }, now: number): boolean {
  return leaseUntil >= now;
}
