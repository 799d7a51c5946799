import { type Gap, LogPosition } from '#shared/domain/log/log-order.ts';
import { type EventRow, logRowsBetween } from '../entities/log/event.ts';
import { collect, type Row, type Table } from '../table-client.ts';
import { closeExpiredTickets } from './close-expired-tickets.ts';
import type { LogObserver } from './log-observer.ts';

/** What a follower took from the log, and why it stopped. */
interface Taken {
  readonly events: Row<EventRow>[];
  /** The rows over which it advanced. */
  readonly examined: number;
  readonly blocked: boolean;
  readonly isEnd: boolean;
}

/**
 * Reads the log of an organization in order, from a time on, as far as it is complete. It misses no event: it stops
 * before an event that is still being written, and closes its ticket once the lease is over.
 *
 * The reads may be stale, which costs half. A stale read can only leave out rows, and the follower notices that by the
 * predecessors of the rows that it gets.
 *
 * See: docs/decisions/0022-tickets.md.
 */
export class LogFollower {
  readonly #table: Table;
  readonly #organizationId: string;
  readonly #position: LogPosition;
  readonly #observer: LogObserver;
  #wasBlocked = false;

  constructor(table: Table, organizationId: string, { since, observer }: { since: number; observer: LogObserver }) {
    this.#table = table;
    this.#organizationId = organizationId;
    this.#position = new LogPosition(since);
    this.#observer = observer;
  }

  /** A follower of what is appended from now on. */
  static async fromEnd(table: Table, organizationId: string, observer: LogObserver): Promise<LogFollower> {
    const rows = logRowsBetween(table, organizationId, {}, { newestFirst: true, limit: 1, strong: true });
    const [newest] = await collect(rows, 1);
    return new LogFollower(table, organizationId, { since: newest?.entry.ticket.time ?? 0, observer });
  }

  /** Every event up to this time was returned, or did not satisfy the predicate. */
  get time(): number {
    return this.#position.time;
  }

  /**
   * The next events that satisfy the predicate, at most `limit`, of at most `maxRows` rows, by strongly consistent
   * reads. `blocked`: the log continues after an event that is still being written. `before`: a time, excluded, at
   * which the log counts as ended. `pageSize`: the rows of one read, where the first one should not be a small one.
   */
  async take(
    limit: number,
    passes: (event: EventRow) => boolean,
    {
      maxRows = Number.POSITIVE_INFINITY,
      before = Number.POSITIVE_INFINITY,
      pageSize,
    }: { maxRows?: number; before?: number | undefined; pageSize?: number } = {},
  ): Promise<Taken> {
    const events: Row<EventRow>[] = [];
    let examined = 0;
    const rows = logRowsBetween(
      this.#table,
      this.#organizationId,
      { after: this.#position.time },
      { firstPage: pageSize ?? 4, pageSize: pageSize ?? limit, strong: true },
    );
    for await (const { entry, event } of rows) {
      const now = Date.now();
      const gap = this.#position.advance(entry, now);
      if (gap !== undefined) {
        if (!gap.complete) this.#reportBlocked();
        await closeExpiredTickets(this.#table, this.#organizationId, gap.missing, { now, observer: this.#observer });
        return { events, examined, blocked: true, isEnd: false };
      }
      // Not a bound of the read: it is the row after the end that names an event that is still being written before it.
      if (entry.ticket.time >= before) return { events, examined, blocked: false, isEnd: true };
      examined += 1;
      if (event !== undefined && passes(event)) events.push(event);
      if (events.length >= limit || examined >= maxRows) return { events, examined, blocked: false, isEnd: false };
    }
    return { events, examined, blocked: false, isEnd: true };
  }

  /** The next event that satisfies the predicate, if it is in the log already. */
  async next(
    passes: (event: EventRow) => boolean,
    { strong }: { strong: boolean },
  ): Promise<Row<EventRow> | undefined> {
    for (;;) {
      const outcome = await this.#read(passes, strong);
      if (outcome.kind === 'event') return outcome.event;
      if (outcome.kind === 'end') return undefined;
      if (!outcome.gap.complete) this.#reportBlocked();
      const closing = { now: Date.now(), observer: this.#observer };
      if (!(await closeExpiredTickets(this.#table, this.#organizationId, outcome.gap.missing, closing)))
        return undefined;
    }
  }

  /** Once for each follower, however often it polls. */
  #reportBlocked(): void {
    if (!this.#wasBlocked) this.#observer.blocked();
    this.#wasBlocked = true;
  }

  async #read(
    passes: (event: EventRow) => boolean,
    strong: boolean,
  ): Promise<{ kind: 'event'; event: Row<EventRow> } | { kind: 'end' } | { kind: 'gap'; gap: Gap }> {
    // A follower needs one event: of a long backlog, it should read no more than about one read unit.
    const rows = logRowsBetween(
      this.#table,
      this.#organizationId,
      { after: this.#position.time },
      { firstPage: 4, strong },
    );
    for await (const { entry, event } of rows) {
      const gap = this.#position.advance(entry, Date.now());
      if (gap !== undefined) return { kind: 'gap', gap };
      if (event !== undefined && passes(event)) return { kind: 'event', event };
    }
    return { kind: 'end' };
  }
}
