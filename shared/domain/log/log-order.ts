import { MINUTE, SECOND } from '../time/time.ts';

/**
 * The order of an organization's event log.
 *
 * Before a commit, each of its events gets a ticket from the organization's event clock: a time that no other event of
 * the organization has. The commit then writes the event at that time, on the condition that nothing is there yet.
 * Commits end in another order than their tickets, so a reader may find an event while an earlier one is still being
 * written. To notice that, each event names the tickets before its own. A ticket without a row is a gap: a reader waits
 * for its event, or closes it with a tombstone, after which the event can no longer be written.
 *
 * See: docs/decisions/0022-tickets.md.
 */

/** How many tickets before its own each event names. */
export const PREDECESSORS = 32;

/** A reader closes a gap that is older than this. A commit takes some ten milliseconds. */
export const TICKET_LEASE_MS = 5 * SECOND;

/**
 * No commit is still running this long after its ticket: every function has a shorter timeout (a test of the template
 * compares them). Readers ignore older gaps.
 */
export const MAX_COMMIT_MS = 7 * MINUTE;

/** The place of an event in the log. */
export interface Ticket {
  time: number;
  /** The times of the tickets before it, the latest first. At most `PREDECESSORS`, and none that readers ignore. */
  predecessors: readonly number[];
}

/** A closed ticket. Its writer knows the tickets before it; a reader that closes it does not. */
export interface ClosedTicket {
  time: number;
  predecessors?: readonly number[];
}

/** What a reader finds at a time of the log. */
export type LogEntry = { kind: 'event'; ticket: Ticket } | { kind: 'tombstone'; ticket: ClosedTicket };

/** Tickets that block a reader. */
export interface Gap {
  /** The times of the tickets, the latest first. */
  missing: readonly number[];
  /** False if more tickets than an event names may be missing: then only time closes the gap. */
  complete: boolean;
}

/** The tickets that an event names as its predecessors, of all those before it, the latest first. */
export function predecessorsOf(time: number, earlier: readonly number[]): number[] {
  return earlier.slice(0, PREDECESSORS).filter((one) => isRecent(one, time));
}

/** Whether the commit of a ticket may still be running. */
export function isRecent(time: number, now: number): boolean {
  return time > 0 && now - time <= MAX_COMMIT_MS;
}

/**
 * Reads a log in order, from a time at which it is complete. The position advances only over a ticket of which all
 * predecessors are known, so no event can appear before it afterwards.
 */
export class LogPosition {
  #time: number;
  readonly #tombstones = new Set<number>();

  constructor(time: number) {
    this.#time = time;
  }

  /** Every ticket up to this time has its event or its tombstone. */
  get time(): number {
    return this.#time;
  }

  /**
   * Advances over the next entry, if it can: `undefined`. Entries have to come in order, without leaving out any that a
   * read of the log from `time` returned. After a gap the caller reads again from `time`.
   */
  advance(entry: LogEntry, now: number): Gap | undefined {
    const { time, predecessors } = entry.ticket;
    if (predecessors === undefined) {
      this.#tombstones.add(time);
      return undefined;
    }
    const gap = this.#gapBefore(predecessors, now);
    if (gap !== undefined) return gap;
    this.#time = Math.max(this.#time, time);
    this.#tombstones.clear();
    return undefined;
  }

  #gapBefore(predecessors: readonly number[], now: number): Gap | undefined {
    const unknown = predecessors.filter((one) => one > this.#time && isRecent(one, now));
    const missing = unknown.filter((one) => !this.#tombstones.has(one));
    // Without a known ticket among them, there may be further ones before the first that the event names.
    const complete = unknown.length < PREDECESSORS;
    return missing.length === 0 && complete ? undefined : { missing, complete };
  }
}
