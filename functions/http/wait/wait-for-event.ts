import { eventRecord } from '#shared/contract/event-record.ts';
import * as routes from '#shared/contract/routes/wait.ts';
import { eventOfRow } from '#shared/data/entities/log/event.ts';
import { LogFollower } from '#shared/data/event-log/log-follower.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { pollInterval } from '#shared/domain/concurrency/poll-interval.ts';
import { EVENT_TYPES } from '#shared/domain/log/events.ts';
import { nearestName } from '#shared/domain/text/nearest-name.ts';
import { logMetrics } from '#shared/runtime/log-metrics.ts';
import { operation, reply } from '#shared/runtime/pipeline/operation.ts';
import { requireResource } from '#shared/runtime/pipeline/resources.ts';
import { visibleEvents } from '#shared/runtime/pipeline/scopes.ts';

/** A wait of 25 s polls about 105 times, which costs 53 read units, and one of 55 s 140 times. */
const MAX_POLL_MS = 1000;

/**
 * Waits for one event: polls the log after the last event that it has seen, which costs half a read unit as long as
 * there is none. No event can be added before one that the follower returns, so the wait misses no event.
 *
 * See: docs/contract/events.md#wait; docs/architecture.md#a-wait.
 */
export const waitForEvent = operation(routes.waitForEvent, async (context, { query }) => {
  const { actor, table, now } = context;
  if (query.identity_id !== undefined) requireResource(routes.waitForEvent, 'identity', actor, query.identity_id);
  const { id } = actor.organization;
  const matches = visibleEvents(actor, query);
  const deadline = now + query.timeout_ms;

  // Without `since`, the wait starts at the last event of the log, and not at the time of this machine.
  const { since } = query;
  const observer = logMetrics;
  const log =
    since === undefined
      ? await LogFollower.fromEnd(table, id, observer)
      : new LogFollower(table, id, { since, observer });
  for (;;) {
    const isLast = Date.now() >= deadline;
    const row = await log.next(matches, { strong: isLast });
    if (row !== undefined) {
      // The key may have been revoked since the wait began.
      await context.confirmAccess();
      return reply({ event: eventRecord(await eventOfRow(table, row)), timed_out: false });
    }
    if (isLast) return reply({ event: null, timed_out: true }, { headers: hintAbout(query.type) });
    const elapsed = Date.now() - now;
    await pause(Math.min(pollInterval(elapsed, MAX_POLL_MS), Math.max(0, deadline - now - elapsed)));
  }
});

/** Says that the type does not exist, which is no error of a wait. The header contains nothing from the request. */
function hintAbout(type: string): Record<string, string> {
  if ((EVENT_TYPES as readonly string[]).includes(type)) return {};
  const nearest = nearestName(type, EVENT_TYPES);
  return { 'x-aid-hint': `no event has this type${nearest === undefined ? '' : `; did you mean ${nearest}?`}` };
}
