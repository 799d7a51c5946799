import { type EventRow, logRowsBetween } from '#shared/data/entities/log/event.ts';
import type { Row } from '#shared/data/table-client.ts';
import { AFTER_MS, BEFORE_MS, TRACE_BOUNDS } from './trace-bounds.ts';
import type { TraceReader } from './trace-reader.ts';

/** What to look for in the log. */
interface Wanted {
  /** The things that the events are about. */
  readonly aggregateIds: ReadonlySet<string>;
  /** When the first of them began, in epoch milliseconds. */
  readonly since: number;
  /** When something is known to have happened to them. */
  readonly times: readonly number[];
}

/** Events in the order of the log, and until when all of it was read; `undefined`: to its end. */
interface RelatedEvents {
  readonly events: readonly Row<EventRow>[];
  readonly readUntil: number | undefined;
}

/**
 * The events about some things: the log from the first of them on, as far as the bound permits, and after that around
 * the times that are known.
 */
export async function relatedEvents(
  reader: TraceReader,
  { aggregateIds, since, times }: Wanted,
): Promise<RelatedEvents> {
  const { table, organizationId, passes } = reader;
  const found = new Map<string, Row<EventRow>>();
  const note = (event: Row<EventRow> | undefined) => {
    if (event === undefined || event.aggregateId === null || !aggregateIds.has(event.aggregateId)) return;
    if (found.size < TRACE_BOUNDS.events && passes(event)) found.set(event.id, event);
  };
  let left: number = TRACE_BOUNDS.logRows;
  let readUntil: number | undefined;
  const pages = { firstPage: 125, pageSize: 500, strong: true } as const;
  for await (const { entry, event } of logRowsBetween(table, organizationId, { after: since - BEFORE_MS }, pages)) {
    if (left === 0) break;
    left -= 1;
    note(event);
    readUntil = left === 0 ? entry.ticket.time : undefined;
  }
  if (readUntil === undefined) return { events: inOrder(found), readUntil };
  let after = readUntil;
  const later = times.filter((time) => time + AFTER_MS > after).sort((a, b) => a - b);
  for (const time of later.slice(0, TRACE_BOUNDS.times)) {
    const bounds = { after: Math.max(after, time - BEFORE_MS), before: time + AFTER_MS };
    const rows = { limit: TRACE_BOUNDS.rowsAround, strong: true } as const;
    for await (const { entry, event } of logRowsBetween(table, organizationId, bounds, rows)) {
      note(event);
      after = entry.ticket.time;
    }
  }
  return { events: inOrder(found), readUntil };
}

function inOrder(found: ReadonlyMap<string, Row<EventRow>>): readonly Row<EventRow>[] {
  return [...found.values()].sort((a, b) => a.createdAt - b.createdAt);
}
