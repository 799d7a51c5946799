import { pause } from '#shared/domain/concurrency/pause.ts';
import { TICKET_LEASE_MS } from '#shared/domain/log/log-order.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { MAX_EXAMINED_ROWS } from '../bounded-read.ts';
import type { EventRow } from '../entities/log/event.ts';
import type { Row, Table } from '../table-client.ts';
import { GAP_POLL_MS } from './close-expired-tickets.ts';
import { LogFollower } from './log-follower.ts';
import type { LogObserver } from './log-observer.ts';

/** How long a page waits for an event that is still being written: until a reader may close its ticket. */
const MAX_GAP_WAIT_MS = TICKET_LEASE_MS + SECOND;

export interface EventsSince {
  /** Exclusive, in epoch milliseconds. */
  readonly since: number;
  /** Exclusive, in epoch milliseconds. */
  readonly before: number | undefined;
  readonly limit: number;
  readonly passes: (event: EventRow) => boolean;
  /** The rows of one read. */
  readonly pageSize: number;
  readonly observer: LogObserver;
}

/**
 * The events after a time, and before another one, that satisfy the predicate, oldest first. Never continues past an
 * event that is still being written, so that a client which follows by the last `created_at` misses none.
 *
 * `continueSince` is the time up to which the log was read, where the page ended before it was full and before the end
 * of the log: the filter passed few events, or an event is still being written.
 *
 * See: docs/contract/events.md#event-history; docs/decisions/0022-tickets.md.
 */
export async function eventsSince(
  table: Table,
  organizationId: string,
  { since, before, limit, passes, pageSize, observer }: EventsSince,
): Promise<{ events: Row<EventRow>[]; continueSince: number | undefined }> {
  const log = new LogFollower(table, organizationId, { since, observer });
  const events: Row<EventRow>[] = [];
  const began = Date.now();
  let rowsLeft = MAX_EXAMINED_ROWS;
  for (;;) {
    const taken = await log.take(limit - events.length, passes, { maxRows: rowsLeft, before, pageSize });
    events.push(...taken.events);
    rowsLeft -= taken.examined;
    if (taken.isEnd || events.length >= limit) return { events, continueSince: undefined };
    if (rowsLeft <= 0 || Date.now() - began > MAX_GAP_WAIT_MS) return { events, continueSince: log.time };
    await pause(GAP_POLL_MS);
  }
}
