import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import type { KeptOutReason } from './kept-out.ts';
import type { FullMessage } from './results/mail-record.ts';
import type { ResultRecord } from './results/result-record.ts';
import type { ServiceApi } from './service-api.ts';

/** How many passed over messages a result names. A search ends behind the last of them. */
export const MAX_HELD_BACK = 20;

/** Messages that are read at once. They may be large. */
const READ_AT_ONCE = 5;

/** Where a search begins. */
export interface SearchStart {
  /** Only messages of this conversation; of all if it is absent. */
  readonly threadId?: string;
  /** Only messages later than this time. */
  readonly after: string;
  /** The time of the event to continue after. */
  readonly since: string;
}

/** Why a message is passed over. */
export type PassOverReason = KeptOutReason | 'automated' | 'other_sender' | 'no_code';

/** A message that arrived and was passed over. */
interface HeldBack {
  readonly message_id: string;
  readonly reason: PassOverReason;
}

/** The message, or null where a result has no more room to name what is passed over. */
export interface Found {
  readonly message: FullMessage | null;
}

type ReceivedEvent = { readonly aggregate_id: string | null; readonly created_at: string };

/** Messages and events get their times from different clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The time of the event with which a search for messages later than `after` begins. */
export function eventsBefore(after: string): string {
  return new Date(Math.max(0, Date.parse(after) - CLOCK_TOLERANCE_MS)).toISOString();
}

/** The times in a cursor of a search; undefined without one. Throws 400 for a text that is none. */
export function timesIn(cursor: string | undefined): Pick<SearchStart, 'after' | 'since'> | undefined {
  if (cursor === undefined) return undefined;
  const [since, after] = cursor.split('/');
  if (since === undefined || after === undefined) throw invalid('cursor', 'next_cursor');
  return { after, since };
}

/**
 * Looks for a message that arrives, event by event. It passes over those that `reasonToPassOver` has a reason against,
 * names each of them, and is at any time behind the last event that it has considered.
 */
export class MailSearch {
  readonly heldBack: HeldBack[] = [];
  readonly #api: ServiceApi;
  readonly #identityId: string;
  readonly #threadId: string | undefined;
  readonly #after: string;
  readonly #reasonToPassOver: (message: FullMessage) => PassOverReason | undefined;
  #since: string;

  constructor(
    api: ServiceApi,
    identityId: string,
    { threadId, after, since }: SearchStart,
    reasonToPassOver: (message: FullMessage) => PassOverReason | undefined,
  ) {
    this.#reasonToPassOver = reasonToPassOver;
    this.#api = api;
    this.#identityId = identityId;
    this.#threadId = threadId;
    this.#after = after;
    this.#since = since;
  }

  /**
   * What a result says of the search, with its `found`: what was passed over, and the cursor (`timesIn`), which has the
   * time of the last event that was considered and, behind a `/`, the one that messages have to be later than.
   */
  progress(found: Found | undefined): ResultRecord {
    return {
      held_back: this.heldBack.map((one) => ({ ...one })),
      timed_out: found === undefined,
      next_cursor: `${this.#since}/${this.#after}`,
    };
  }

  /** Waits for an event, and considers it with a page of those that have followed it already. */
  async next(timeoutMs: number): Promise<Found | 'continue' | undefined> {
    const filter = { type: 'mail.received', identity_id: this.#identityId, thread_id: this.#threadId } as const;
    const wait = { ...filter, since: this.#since, timeout_ms: timeoutMs };
    const { event } = await this.#api.call('waitForEvent', { query: wait });
    if (event === null) return undefined;
    const found = await this.#consider([event]);
    if (found !== undefined) return found;
    const page = { ...filter, since: this.#since, limit: MAX_HELD_BACK };
    const { events } = await this.#api.call('listEvents', { query: page });
    for (let at = 0; at < events.length; at += READ_AT_ONCE) {
      const found = await this.#consider(events.slice(at, at + READ_AT_ONCE));
      if (found !== undefined) return found;
    }
    return 'continue';
  }

  async #consider(events: readonly ReceivedEvent[]): Promise<Found | undefined> {
    const messages = await mapWithLimit(events, READ_AT_ONCE, async ({ aggregate_id: mid, created_at }) => {
      const message = await this.#api.call('getMessage', { params: { id: this.#identityId, mid: mid ?? '' } });
      return { message, at: created_at };
    });
    for (const { message, at } of messages) {
      this.#since = at;
      if (message.created_at <= this.#after) continue;
      const reason = this.#reasonToPassOver(message);
      if (reason === undefined) return { message };
      this.heldBack.push({ message_id: message.id, reason });
      if (this.heldBack.length === MAX_HELD_BACK) return { message: null };
    }
    return undefined;
  }
}
