import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { type KeptOutReason, reasonToKeepOut } from './kept-out.ts';
import type { FullMessage } from './results/mail-record.ts';
import type { ServiceApi } from './service-api.ts';

/** How many passed over messages a result names. A search ends behind the last of them. */
export const MAX_HELD_BACK = 20;

/** Messages that are read at once. They may be large. */
const READ_AT_ONCE = 5;

/** Where a search for a reply begins. */
export interface SearchStart {
  readonly threadId: string;
  /** The time of the message that is answered. */
  readonly after: string;
  /** The time of the event to continue after. */
  readonly since: string;
}

/** A message that arrived in the conversation and is no reply. */
interface HeldBack {
  readonly message_id: string;
  readonly reason: KeptOutReason | 'automated';
}

/** The reply, or null where a result has no more room to name what is passed over. */
export interface Found {
  readonly message: FullMessage | null;
}

type ReceivedEvent = { readonly aggregate_id: string | null; readonly created_at: string };

/**
 * Looks for the reply in a conversation, event by event. It passes over what is kept from models and automatic replies,
 * names each of them, and is at any time behind the last event that it has considered.
 */
export class ReplySearch {
  readonly heldBack: HeldBack[] = [];
  readonly #api: ServiceApi;
  readonly #identityId: string;
  readonly #threadId: string;
  readonly #after: string;
  #since: string;

  constructor(api: ServiceApi, identityId: string, { threadId, after, since }: SearchStart) {
    this.#api = api;
    this.#identityId = identityId;
    this.#threadId = threadId;
    this.#after = after;
    this.#since = since;
  }

  /** The time of the last event that was considered and, behind a `/`, of the message that is answered. */
  get cursor(): string {
    return `${this.#since}/${this.#after}`;
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
      const reason = reasonToKeepOut(message) ?? (message.is_automated ? 'automated' : undefined);
      if (reason === undefined) return { message };
      this.heldBack.push({ message_id: message.id, reason });
      if (this.heldBack.length === MAX_HELD_BACK) return { message: null };
    }
    return undefined;
  }
}
