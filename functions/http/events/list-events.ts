import { eventRecord } from '#shared/contract/event-record.ts';
import * as routes from '#shared/contract/routes/events.ts';
import { type EventRow, eventOfRow } from '#shared/data/entities/log/event.ts';
import { eventsSince } from '#shared/data/event-log/events-since.ts';
import { newestEvents } from '#shared/data/event-log/newest-events.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { webhookBody } from '#shared/domain/delivery/webhook-body.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { MAX_DELIVERY_BODIES } from '#shared/domain/limits/limits.ts';
import { PREDECESSORS } from '#shared/domain/log/log-order.ts';
import { MAX_CONTENT_READS } from '#shared/domain/stage/large-content.ts';
import { logMetrics } from '#shared/runtime/log-metrics.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { requireResource } from '#shared/runtime/pipeline/resources.ts';
import { visibleEvents } from '#shared/runtime/pipeline/scopes.ts';

/** Rows in one read where only some of them are returned. */
const FILTERED_PAGE = 500;

export const listEvents = operation(routes.listEvents, async ({ actor, table }, { query }) => {
  const { limit, before, since, delivery_body: withBodies = false, ...filter } = query;
  if (withBodies && limit > MAX_DELIVERY_BODIES)
    throw invalid('limit', `at most ${MAX_DELIVERY_BODIES} with delivery_body`);
  if (filter.identity_id !== undefined) requireResource(routes.listEvents, 'identity', actor, filter.identity_id);
  const passes = visibleEvents(actor, filter);
  const isFiltered = actor.kind === 'agent' || Object.values(filter).some((value) => value !== undefined);
  const pageSize = isFiltered ? FILTERED_PAGE : limit + PREDECESSORS;
  const reading = { limit, passes, pageSize, observer: logMetrics };
  const { id } = actor.organization;
  if (since === undefined) {
    const { events, continueBefore } = await newestEvents(table, id, {
      ...reading,
      ...(before !== undefined && { before }),
    });
    return replyPage({ events: await recordsOf(table, events, withBodies) }, { continueBefore });
  }
  const { events, continueSince } = await eventsSince(table, id, { ...reading, since, before });
  return replyPage({ events: await recordsOf(table, events, withBodies) }, { continueSince });
});

async function recordsOf(table: Table, rows: readonly Row<EventRow>[], withBodies: boolean) {
  const events = await mapWithLimit(rows, MAX_CONTENT_READS, (row) => eventOfRow(table, row));
  if (!withBodies) return events.map(eventRecord);
  return events.map((event) => ({ ...eventRecord(event), delivery_body: webhookBody(event) }));
}
