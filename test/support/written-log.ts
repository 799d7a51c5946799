import { afterEach, beforeEach, type Mock, vi } from 'vitest';
import type { EventRow } from '#shared/data/entities/log/event.ts';
import { eventsSince } from '#shared/data/event-log/events-since.ts';
import type { LogObserver } from '#shared/data/event-log/log-observer.ts';
import { newestEvents } from '#shared/data/event-log/newest-events.ts';
import type { Table } from '#shared/data/table-client.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { eventAt, storeEvents } from './stored-log.ts';

/** A time that is long past. */
export const OLD = 1_700_000_000_000;

export const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
export const timesOf = (events: readonly EventRow[]) => events.map(({ createdAt }) => createdAt);
export const all = () => true;

export interface ReadOptions {
  table?: Table;
  before?: number;
  passes?: (event: EventRow) => boolean;
  pageSize?: number;
}

/** Whether a reader has looked at the log, twice if it waits, and returned nothing. */
export const isWaiting = (page: Promise<unknown>) =>
  Promise.race([page.then(() => false), new Promise((resolve) => setTimeout(resolve, 120, true))]);

/** The log of an organization that a test writes row by row: at times, and after predecessors, that it chooses. */
class WrittenLog {
  readonly #engine: { readonly table: Table };
  /** The present of the readers. Nothing waits, unless a test moves it. */
  now = 0;
  org = '';
  observer: { [Report in keyof LogObserver]: Mock<LogObserver[Report]> } = { ticketsClosed: vi.fn(), blocked: vi.fn() };

  constructor(engine: { readonly table: Table }) {
    this.#engine = engine;
  }

  /** Begins an empty log. */
  begin(): void {
    this.now = Date.now();
    this.org = makeId('organization', this.now, randomPart());
    this.observer = { ticketsClosed: vi.fn(), blocked: vi.fn() };
  }

  /** Stores events at these times. The predecessors of an event: those that are given for its time. */
  store(times: readonly number[], predecessors: Readonly<Record<number, readonly number[]>> = {}) {
    return storeEvents(
      this.#engine.table,
      times.map((time) => ({
        ...eventAt(this.org, time, { aggregateId: `${time}` }),
        predecessors: predecessors[time] ?? [],
      })),
    );
  }

  /** A page of the newest events. */
  async newest(
    limit: number,
    { table = this.#engine.table, before, passes = all, pageSize = 100 }: ReadOptions = {},
  ): Promise<{ times: number[]; continueBefore: number | undefined }> {
    const wanted = { limit, passes, pageSize, observer: this.observer, ...(before !== undefined && { before }) };
    const { events, continueBefore } = await newestEvents(table, this.org, wanted);
    return { times: timesOf(events), continueBefore };
  }

  /** A page of the events since a time. */
  async since(
    time: number,
    limit: number,
    { before, passes = all, pageSize = 100 }: ReadOptions = {},
  ): Promise<{ times: number[]; continueSince: number | undefined }> {
    const wanted = { since: time, before, limit, passes, pageSize, observer: this.observer };
    const { events, continueSince } = await eventsSince(this.#engine.table, this.org, wanted);
    return { times: timesOf(events), continueSince };
  }
}

/** A new log for each test of a file, and a clock that the test moves. */
export function useWrittenLog(engine: { readonly table: Table }): WrittenLog {
  const log = new WrittenLog(engine);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    log.begin();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return log;
}
