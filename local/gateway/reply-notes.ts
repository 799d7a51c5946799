import type { ServerResponse } from 'node:http';

/** What the headers of a response say that the access log of a stage does not. */
export interface ReplyNote {
  /** Whether it is the stored reply of an earlier request with the same idempotency key. */
  readonly idempotency_replayed: boolean;
  /** What is left of the caller's budget, and the budget itself; absent if there is none. */
  readonly limit_remaining?: string;
  readonly limit?: string;
}

/** More than the list of requests shows. */
const KEPT = 500;

/** Notes on the newest replies of the API, in memory. */
export class ReplyNotes {
  readonly #notes = new Map<string, ReplyNote>();

  add(requestId: string, response: ServerResponse): void {
    const limit = response.getHeader('ratelimit-limit');
    this.#notes.set(requestId, {
      idempotency_replayed: response.getHeader('idempotency-replayed') === 'true',
      ...(limit !== undefined && {
        limit: String(limit),
        limit_remaining: String(response.getHeader('ratelimit-remaining')),
      }),
    });
    const [oldest] = this.#notes.keys();
    if (this.#notes.size > KEPT && oldest !== undefined) this.#notes.delete(oldest);
  }

  of(requestId: string): ReplyNote | undefined {
    return this.#notes.get(requestId);
  }
}
