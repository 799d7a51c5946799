import { eventRecord } from '../../../shared/contract/event-record.ts';
import * as routes from '../../../shared/contract/routes/events.ts';
import { readClock } from '../../../shared/data/entities/clock.ts';
import { eventOfRow, eventsBefore } from '../../../shared/data/entities/event.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';

/** Rows in one read for an agent key, which sees only some of them. */
const FILTERED_PAGE = 500;

export const listEvents = operation(routes.listEvents, async ({ actor, table }, { query }) => {
  const { id } = actor.organization;
  // Reads the clock first and the events up to it with strong consistency, so that a page never has half of a commit.
  const { time } = await readClock(table, id, { strong: true });
  const before = Math.min(query.before ?? Number.POSITIVE_INFINITY, time + 1);
  const events = await collect(
    eventsBefore(table, id, before, actor.kind === 'org' ? query.limit : FILTERED_PAGE),
    query.limit,
    (event) => actor.kind === 'org' || event.identityId === actor.identity.id,
  );
  return reply({ events: events.map((row) => eventRecord(eventOfRow(row))) });
});
