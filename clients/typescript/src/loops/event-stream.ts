import type { Client } from '../generated/resources.ts';
import type { Event } from '../generated/types.ts';
import { objectIn } from '../json.ts';
import type { WebSocketLike } from '../network.ts';
import { onAbort } from '../signals.ts';
import { OPEN, openSocket } from '../web-socket.ts';
import type { FollowOptions, Place } from './follow-options.ts';

const OPEN_WITHIN_MS = 15_000;
const TICK_MS = 500;
/** A client may send 60 messages per minute. See: docs/contract/event-streams.md#messages. */
const MIN_SPACING_MS = 1_100;
const FIRST_PING_MS = 2_000;
const MAX_PING_MS = 60_000;
const PONG_WITHIN_MS = 10_000;
const MAX_WAITING = 1_000;

/** A message from the service, of a known or unknown type. */
interface Message {
  readonly type: string;
  readonly after: string;
  readonly cursor: string;
  readonly event: Event;
  readonly event_id: string;
}

/**
 * One connection of a follower. All timestamps have the same format, so they can be compared as text.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#eventsfollow.
 */
export class EventStream {
  readonly #client: Client;
  readonly #socket: WebSocketLike;
  readonly #place: Place;
  readonly #options: FollowOptions;
  readonly #waiting: Message[] = [];
  #wake: () => void = () => {};
  #ended = false;
  /** The start of the gap for which the service was asked to go back. */
  #resumedAt: string | undefined;
  /** The cursor of the previous message. */
  #received = '';
  #wantsResume = false;
  #heardAt = Date.now();
  #sentAt = 0;
  /** When the oldest ping without any reply since was sent. */
  #pingedAt: number | undefined;
  #pingMs = FIRST_PING_MS;

  private constructor(client: Client, socket: WebSocketLike, place: Place, options: FollowOptions) {
    this.#client = client;
    this.#socket = socket;
    this.#place = place;
    this.#options = options;
    socket.onmessage = ({ data }: { readonly data: unknown }) => this.#arrived(data);
    socket.onclose = socket.onerror = () => this.#end();
  }

  /** Opens a stream that starts at the position; `undefined` if the connection cannot be opened. */
  static async open(client: Client, place: Place, options: FollowOptions): Promise<EventStream | undefined> {
    const { types, identityId, signal } = options;
    const filter = { ...(types && { types: [...types] }), since: place.reached };
    // The follower retries failures. Meanwhile it can read the history.
    const { connect_url: address } = await client.events.streams.create(filter, { identityId, signal, maxRetries: 0 });
    const socket = openSocket(client, address);
    const stream = new EventStream(client, socket, place, options);
    const close = () => stream.#end();
    const late = setTimeout(close, OPEN_WITHIN_MS);
    const release = onAbort(signal, close);
    await new Promise((resolve) => {
      socket.onopen = resolve;
      stream.#wake = () => resolve(undefined);
      if (stream.#ended) stream.#wake();
    });
    clearTimeout(late);
    release();
    return stream.#ended ? undefined : stream;
  }

  /** The events of the connection, until it ends. */
  async *events(): AsyncGenerator<Event> {
    const timer = setInterval(() => this.#tick(), TICK_MS);
    const release = onAbort(this.#options.signal, () => this.#end());
    try {
      for (;;) {
        const message = this.#waiting.shift();
        if (message !== undefined) {
          const event = await this.#eventIn(message);
          if (event === undefined) continue;
          yield event;
          this.#place.reached = message.cursor;
        } else if (this.#ended) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      clearInterval(timer);
      release();
      this.#end();
    }
  }

  /** The event in a message, if it is the next one. */
  async #eventIn({ type, after, cursor, event, event_id: id }: Message): Promise<Event | undefined> {
    const { reached } = this.#place;
    if (type === 'ready') this.#options.onConnection?.(true);
    if ((type === 'ready' || type === 'pong') && cursor > reached) this.#resume();
    if (type !== 'event' && type !== 'pointer') return undefined;
    // The service has gone back as requested, so another gap is a new one.
    if (cursor <= this.#received) this.#resumedAt = undefined;
    this.#received = cursor;
    if (cursor <= reached) return undefined;
    if (after > reached) {
      if (this.#resumedAt !== reached) this.#resume();
      return undefined;
    }
    return type === 'event' ? event : await this.#read(cursor, id);
  }

  /** Reads an event that is too large for a message. */
  async #read(cursor: string, id: string): Promise<Event | undefined> {
    const { identityId, signal } = this.#options;
    const query = { limit: 1, before: new Date(Date.parse(cursor) + 1) };
    const [event] = await this.#client.events.list(query, { identityId, signal }).firstPage();
    if (event?.id === id) return event;
    this.#end();
    return undefined;
  }

  #arrived(data: unknown): void {
    if (this.#ended) return;
    this.#heardAt = Date.now();
    this.#pingedAt = undefined;
    // A message that is not JSON shows up as a gap.
    const message = objectIn(String(data)) as Message;
    if (message.type !== 'pong') this.#pingMs = FIRST_PING_MS;
    this.#waiting.push(message);
    if (this.#waiting.length > MAX_WAITING) this.#end();
    this.#wake();
  }

  /** Asks the service to resend everything after the position. */
  #resume(): void {
    this.#resumedAt = this.#place.reached;
    this.#wantsResume = true;
    this.#tick();
  }

  /** Sends what is due, and closes a connection that stays silent after a ping. */
  #tick(): void {
    const now = Date.now();
    if (this.#pingedAt !== undefined && now - this.#pingedAt > PONG_WITHIN_MS) this.#end();
    if (this.#ended || now - this.#sentAt < MIN_SPACING_MS) return;
    if (this.#wantsResume) {
      this.#wantsResume = false;
      this.#send({ type: 'resume', since: this.#place.reached }, now);
    } else if (now - Math.max(this.#heardAt, this.#sentAt) >= this.#pingMs) {
      this.#pingMs = Math.min(MAX_PING_MS, this.#pingMs * 2);
      this.#pingedAt ??= now;
      this.#send({ type: 'ping' }, now);
    }
  }

  #send(message: object, now: number): void {
    this.#sentAt = now;
    if (this.#socket.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Ends once: while a connection is being opened, `close()` of Node 22 reports an error, which calls this again. */
  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#socket.close();
    this.#wake();
  }
}
