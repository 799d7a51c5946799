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

/** All events that were found, in no order, and until when all of the log was read; `undefined`: to its end. */
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
    if (passes(event)) found.set(event.id, event);
  };
  let rows = 0;
  let last = since;
  let readUntil: number | undefined;
  const pages = { firstPage: 125, pageSize: 500, strong: true } as const;
  for await (const { entry, event } of logRowsBetween(table, organizationId, { after: since - BEFORE_MS }, pages)) {
    // One row more shows that the log is longer. It is on the last page, which has room for more.
    if (rows === TRACE_BOUNDS.logRows) {
      readUntil = last;
      break;
    }
    rows += 1;
    last = entry.ticket.time;
    note(event);
  }
  if (readUntil === undefined) return { events: [...found.values()], readUntil };
  let after = readUntil;
  const later = times.filter((time) => time + AFTER_MS > after).sort((a, b) => a - b);
  for (const time of later.slice(0, TRACE_BOUNDS.times)) {
    const bounds = { after: Math.max(after, time - BEFORE_MS), before: time + AFTER_MS };
    const around = { limit: TRACE_BOUNDS.rowsAround, strong: true } as const;
    for await (const { entry, event } of logRowsBetween(table, organizationId, bounds, around)) {
      note(event);
      after = entry.ticket.time;
    }
  }
  return { events: [...found.values()], readUntil };
}
