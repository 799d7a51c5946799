import { mayPass, NotFoundError, RateLimitError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { EventType } from '../generated/types.ts';
import { begun, guarded } from '../hooks.ts';
import { timeOf } from '../mistakes.ts';
import type { Hooks } from '../options.ts';
import { pause } from '../signals.ts';
import { webSocketOf } from '../web-socket.ts';
import { Backoff, untilDone } from './backoff.ts';
import { EventStream } from './event-stream.ts';
import type { FollowedEvent, FollowOptions, Place } from './follow-options.ts';

const BEFORE_EVERYTHING = '1970-01-01T00:00:00.000Z';

/** After this many failed connections in a row, the follower reads the history instead, for some time. */
const MAX_UNOPENED = 3;
const FIRST_WITHOUT_STREAM_MS = 30_000;
const MAX_WITHOUT_STREAM_MS = 300_000;

/** After a connection of this length, the pauses start over. */
const LONG_CONNECTION_MS = 10_000;

const WAIT_MS = 25_000;
const FIRST_POLL_MS = 1_000;
const MAX_POLL_MS = 5_000;
const PAGE_LIMIT = 200;

/**
 * Yields each matching event once and in order, forever: across lost connections, lost messages and restarts of the
 * service.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#eventsfollow.
 */
export async function* follow(
  client: Client,
  options: FollowOptions,
  hooks?: Hooks,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const { cursor, signal, expand } = options;
  try {
    const place: Place = { reached: await startOf(client, options) };
    for await (const event of eventsAfter(client, place, options)) {
      // Several events may be there at once, and the consumer has aborted while it handled one.
      if (signal?.aborted) return;
      if (expand === 'message') await addMessage(client, event, signal);
      const scope = begun(hooks, { loop: 'events.follow', id: event.id, name: event.type });
      try {
        yield event;
      } finally {
        guarded(() => scope?.end?.({ status: undefined, error: undefined }));
      }
      // The consumer has handled it, because it asks for the next one.
      await cursor?.save(event.created_at);
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

/**
 * The position at which a follower starts. A new one is saved immediately, so that a crash before the first event loses
 * nothing.
 */
async function startOf(client: Client, { cursor, since, identityId, signal }: FollowOptions): Promise<string> {
  const saved = await cursor?.load();
  if (saved) return saved;
  const start = since === undefined ? await newestPlace(client, identityId, signal) : timeOf(since, 'since');
  await cursor?.save(start);
  return start;
}

/** The position after the newest event in the log. */
export async function newestPlace(client: Client, identityId?: string, signal?: AbortSignal): Promise<string> {
  const read = () => client.events.list({ limit: 1 }, { identityId, signal }).firstPage();
  const [newest] = await untilDone(read, signal);
  return newest?.created_at ?? BEFORE_EVERYTHING;
}

/**
 * The events after a position: from event streams, and from the history between streams and where streams are
 * unavailable.
 */
async function* eventsAfter(client: Client, place: Place, options: FollowOptions): AsyncGenerator<FollowedEvent> {
  const { signal, onConnection } = options;
  const backoff = new Backoff();
  let unopened = webSocketOf(client) === undefined ? Number.POSITIVE_INFINITY : 0;
  while (!signal?.aborted) {
    const beganAt = Date.now();
    let refusedForMs = 0;
    try {
      if (unopened < Number.POSITIVE_INFINITY) {
        const stream = await EventStream.open(client, place, options).catch((error: unknown) => {
          if (!mayPass(error)) throw error;
          if (!(error instanceof RateLimitError)) return;
          // The limit of streams is reached. Streams that could not be opened count for a minute.
          unopened = Math.max(unopened, MAX_UNOPENED);
          refusedForMs = error.retryAfterMs ?? 0;
        });
        unopened = stream ? 0 : unopened + 1;
        if (stream) yield* stream.events();
      }
      onConnection?.(false);
      if (Date.now() - beganAt > LONG_CONNECTION_MS) backoff.succeeded();
      const before = place.reached;
      yield* history(client, place, options);
      if (place.reached !== before) backoff.succeeded();
      if (unopened < MAX_UNOPENED) {
        await backoff.wait(signal);
      } else {
        const ms = Math.max(refusedForMs, FIRST_WITHOUT_STREAM_MS * 2 ** (unopened - MAX_UNOPENED));
        yield* withoutStream(client, place, options, Math.min(MAX_WITHOUT_STREAM_MS, ms));
      }
    } catch (error) {
      await backoff.failed(error, signal);
    }
  }
}

/** Follows with history reads and waits, for that many milliseconds. */
async function* withoutStream(
  client: Client,
  place: Place,
  options: FollowOptions,
  ms: number,
): AsyncGenerator<FollowedEvent> {
  const { types, identityId, signal, onConnection } = options;
  const backoff = new Backoff();
  const until = Date.now() + ms;
  let pollMs = FIRST_POLL_MS;
  while (Date.now() < until && !signal?.aborted) {
    const before = place.reached;
    try {
      if (types?.length === 1) {
        const filter = { type: types[0] as string, since: place.reached, timeout_ms: WAIT_MS };
        const { event } = await client.events.wait(filter, { identityId, signal });
        if (event !== null) {
          yield event;
          place.reached = event.created_at;
        }
      } else {
        await pause(pollMs, signal);
      }
      yield* history(client, place, options);
      onConnection?.(true);
      pollMs = place.reached === before ? Math.min(MAX_POLL_MS, pollMs * 2) : FIRST_POLL_MS;
      backoff.succeeded();
    } catch (error) {
      onConnection?.(false);
      await backoff.failed(error, signal);
    }
  }
}

/** The events between the position and the end of the log. */
async function* history(client: Client, place: Place, options: FollowOptions): AsyncGenerator<FollowedEvent> {
  const { types, identityId, signal } = options;
  const filter = types?.length === 1 ? { type: types[0] as EventType } : {};
  const query = { ...filter, since: place.reached, limit: PAGE_LIMIT };
  for await (const event of client.events.list(query, { identityId, signal })) {
    if (types === undefined || types.includes(event.type)) yield event;
    place.reached = event.created_at;
  }
}

/** Adds the whole message to a mail event. */
async function addMessage(client: Client, event: FollowedEvent, signal: AbortSignal | undefined): Promise<void> {
  const { aggregate_type: type, aggregate_id: id, identity_id: identityId } = event;
  if (type !== 'mail_message') return;
  event.message = null;
  if (id === null || identityId === null) return;
  try {
    event.message = await untilDone(() => client.mail.messages.get(id, { identityId, signal }), signal);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
