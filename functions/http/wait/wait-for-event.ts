import { eventRecord } from '../../../shared/contract/event-record.ts';
import * as routes from '../../../shared/contract/routes/wait.ts';
import { readClock } from '../../../shared/data/entities/clock.ts';
import { eventOfRow, eventsBetween } from '../../../shared/data/entities/event.ts';
import { collect } from '../../../shared/data/table-client.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { pollInterval } from '../../../shared/domain/poll-interval.ts';
import { operation, reply } from '../../../shared/runtime/pipeline/operation.ts';
import { matcherOf } from './event-filter.ts';

/** A wait of 25 s polls about 150 times, which costs 75 read units. */
const MAX_POLL_MS = 200;

/**
 * Waits for one event. Polls the organization's clock, which costs half a read unit, and reads the log only when the
 * clock has advanced. Everything up to the clock is committed, and no event can be added before it, so the wait misses
 * no event.
 *
 * See: docs/contract/events.md#wait; docs/architecture.md#a-wait.
 */
export const waitForEvent = operation(routes.waitForEvent, async (context, { query }) => {
  const { actor, table, now } = context;
  if (actor.kind === 'agent' && query.identity_id !== undefined && query.identity_id !== actor.identity.id) {
    throw new AppError('auth.forbidden');
  }
  const { id } = actor.organization;
  const matches = matcherOf(query, actor.kind === 'agent' ? actor.identity.id : undefined);
  const deadline = now + query.timeout_ms;

  const first = await readClock(table, id, { strong: true });
  // Without `since`, the wait starts at the last time of the log, and not at the time of this machine.
  let seen = query.since ?? first.time;
  let until = first.time;
  for (;;) {
    if (until > seen) {
      const [row] = await collect(eventsBetween(table, id, seen, until), 1, matches);
      if (row !== undefined) {
        // The key may have been revoked since the wait began.
        await context.confirmAccess();
        return reply({ event: eventRecord(eventOfRow(row)), timed_out: false });
      }
      seen = until;
    }
    const elapsed = Date.now() - now;
    if (now + elapsed >= deadline) return reply({ event: null, timed_out: true });
    const pause = Math.min(pollInterval(elapsed, MAX_POLL_MS), deadline - now - elapsed);
    await new Promise((resolve) => setTimeout(resolve, pause));
    until = (await readClock(table, id, { strong: Date.now() >= deadline })).time;
  }
});
