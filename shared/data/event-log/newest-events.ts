import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { isRecent, PREDECESSORS } from '#shared/domain/log/log-order.ts';
import { MAX_EXAMINED_ROWS } from '../bounded-read.ts';
import { type EventRow, type LogRow, logRowsAt, logRowsBetween } from '../entities/log/event.ts';
import type { Row, Table } from '../table-client.ts';
import { closeExpiredTickets, GAP_POLL_MS } from './close-expired-tickets.ts';
import type { LogObserver } from './log-observer.ts';

export interface NewestEvents {
  /** Exclusive. */
  before?: number;
  limit: number;
  passes: (event: EventRow) => boolean;
  /** The rows of one read. */
  pageSize: number;
  observer: LogObserver;
}

export interface NewestPage {
  readonly events: Row<EventRow>[];
  /** The time before which no rows were read, if the read ended before the page was full. */
  readonly continueBefore: number | undefined;
}

/**
 * The newest events that satisfy the predicate, newest first. If an event between them is still being written, waits
 * for it, at most for the lease of a ticket: what this returns never grows an event in its midst.
 *
 * The rows are read with eventual consistency, which costs half, and the newest one at the same time with strong
 * consistency. If it is not among the rows, those that are newer still are read with strong consistency too. A row that
 * the first read left out is noticed by the predecessors of the later ones. A predicate that few events satisfy ends
 * the read after `MAX_EXAMINED_ROWS`.
 *
 * See: docs/decisions/0022-tickets.md.
 */
export async function newestEvents(
  table: Table,
  organizationId: string,
  { before, limit, passes, pageSize, observer }: NewestEvents,
): Promise<NewestPage> {
  const log = new LogPart(table, organizationId);
  const mayGrow = before === undefined || isRecent(before, Date.now());
  const [newest] = await allInOrder([
    mayGrow ? newestRow(table, organizationId, before) : undefined,
    log.readBackwards({ before, pageSize }, limit, passes),
  ]);
  if (newest !== undefined) await log.readUpTo(newest, before);
  await log.waitUntilComplete(observer);
  const events = log.events().filter(passes).slice(0, limit);
  return { events, continueBefore: events.length < limit ? log.readFrom : undefined };
}

/** The newest row before a time, whatever a moment ago was written; undefined if there is none. */
async function newestRow(
  table: Table,
  organizationId: string,
  before: number | undefined,
): Promise<LogRow | undefined> {
  const only = { strong: true, newestFirst: true, limit: 1 } as const;
  for await (const row of logRowsBetween(table, organizationId, { before }, only)) return row;
  return undefined;
}

/** A part of a log that was read, and is made complete from its oldest row on. */
class LogPart {
  readonly #table: Table;
  readonly #organizationId: string;
  readonly #rows = new Map<number, LogRow>();
  #oldest = Number.POSITIVE_INFINITY;
  #newest = 0;

  constructor(table: Table, organizationId: string) {
    this.#table = table;
    this.#organizationId = organizationId;
  }

  /** The time of the oldest row that was read; undefined if there is none before it. */
  get readFrom(): number | undefined {
    return this.#oldest === 0 ? undefined : this.#oldest;
  }

  /**
   * Reads until `limit` events pass or the bound is reached, and then as many rows more as an event may name as its
   * predecessors.
   */
  async readBackwards(
    { before, pageSize }: { before: number | undefined; pageSize: number },
    limit: number,
    passes: (event: EventRow) => boolean,
  ): Promise<void> {
    const rows = logRowsBetween(this.#table, this.#organizationId, { before }, { newestFirst: true, pageSize });
    let passed = 0;
    let examined = 0;
    let more = PREDECESSORS;
    for await (const row of rows) {
      this.#add(row);
      if (passed >= limit || examined >= MAX_EXAMINED_ROWS) more -= 1;
      else if (row.event !== undefined && passes(row.event)) passed += 1;
      examined += 1;
      // Return before the next row is asked for: it may need another read.
      if (
        (passed >= limit || examined >= MAX_EXAMINED_ROWS) &&
        (more === 0 || !isRecent(row.entry.ticket.time, Date.now()))
      )
        return;
    }
    this.#oldest = 0;
  }

  /** Reads what is newer than all rows so far, if `newest` is. */
  async readUpTo(newest: LogRow, before: number | undefined): Promise<void> {
    if (newest.entry.ticket.time <= this.#newest) return;
    const bounds = { after: this.#newest, before };
    for await (const row of logRowsBetween(this.#table, this.#organizationId, bounds, { strong: true })) this.#add(row);
  }

  async waitUntilComplete(observer: LogObserver): Promise<void> {
    for (;;) {
      const missing = this.#missing();
      if (missing.length === 0) return;
      const found = await logRowsAt(this.#table, this.#organizationId, missing);
      for (const row of found) this.#add(row);
      if (found.length > 0) continue;
      await closeExpiredTickets(this.#table, this.#organizationId, missing, { now: Date.now(), observer });
      await pause(GAP_POLL_MS);
    }
  }

  /** The events, newest first. */
  events(): Row<EventRow>[] {
    const rows = [...this.#rows.values()].sort((a, b) => b.entry.ticket.time - a.entry.ticket.time);
    return rows.flatMap(({ event }) => event ?? []);
  }

  /** The tickets that others name as predecessors and that have no row, as far as they belong to this part. */
  #missing(): number[] {
    const now = Date.now();
    const named = [...this.#rows.values()].flatMap(({ entry }) => entry.ticket.predecessors ?? []);
    return [...new Set(named)].filter((time) => time >= this.#oldest && !this.#rows.has(time) && isRecent(time, now));
  }

  #add(row: LogRow): void {
    const { time } = row.entry.ticket;
    this.#rows.set(time, row);
    this.#oldest = Math.min(this.#oldest, time);
    this.#newest = Math.max(this.#newest, time);
  }
}
