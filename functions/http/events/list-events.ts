import { eventRecord } from '../../../shared/contract/event-record.ts';
import * as routes from '../../../shared/contract/routes/events.ts';
import { eventOfRow } from '../../../shared/data/entities/event.ts';
import { newestEvents } from '../../../shared/data/event-log/newest-events.ts';
import { MAX_CONTENT_READS } from '../../../shared/domain/large-content.ts';
import { PREDECESSORS } from '../../../shared/domain/log-order.ts';
import { mapWithLimit } from '../../../shared/domain/map-with-limit.ts';
import { logMetrics } from '../../../shared/runtime/log-metrics.ts';
import { mayUse } from '../../../shared/runtime/pipeline/actor.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';

/** Rows in one read for an agent key, which sees only some of them. */
const FILTERED_PAGE = 500;

export const listEvents = operation(routes.listEvents, async ({ actor, table }, { query }) => {
  const { id } = actor.organization;
  const events = await newestEvents(table, id, {
    before: query.before,
    limit: query.limit,
    observer: logMetrics,
    passes: (event) => mayUse(actor, event),
    pageSize: actor.kind === 'org' ? query.limit + PREDECESSORS : FILTERED_PAGE,
  });
  const loaded = await mapWithLimit(events, MAX_CONTENT_READS, (row) => eventOfRow(table, row));
  return reply({ events: loaded.map(eventRecord) });
});
