import { epochSeconds, HOUR, windowEnd } from '#shared/domain/time/time.ts';
import { type Change, update } from '../../change.ts';
import { PREFIX } from '../../table.ts';
import type { Key } from '../../table-client.ts';

/** The row that counts the requests of a subject in the calendar window of a time. */
export function rateKey(subject: string, now: number, windowMs: number): Key {
  return { pk: `${PREFIX.rate}${subject}`, sk: String(Math.floor(now / windowMs)) };
}

/** Epoch seconds after which the engine may remove the counter: a window later, so that slow clocks still find it. */
export function rateTimeToLive(now: number, windowMs: number): number {
  return epochSeconds(windowEnd(now, windowMs) + windowMs);
}

/** How long a counter is kept that also sums what was received: until the budget of deliveries reads it no more. */
export function receivedTimeToLive(now: number): number {
  return epochSeconds(now + 3 * HOUR);
}

/**
 * Counts one request as part of a commit: exactly once if the commit succeeds, however often the operation runs. The
 * condition fails when the limit is reached. `consumeToken` counts at once instead.
 */
export function incrementWindowCount(
  subject: string,
  limit: number,
  now: number,
  windowMs: number,
  onConditionFailed: Change['onConditionFailed'],
): Change {
  return update(
    rateKey(subject, now, windowMs),
    { add: { drawn: 1 }, set: { expires_at: rateTimeToLive(now, windowMs) } },
    {
      upsert: true,
      condition: {
        // A limit of 0 refuses even the first request.
        expression: 'drawn < :max OR (attribute_not_exists(drawn) AND :max > :none)',
        values: { ':max': limit, ':none': 0 },
      },
      onConditionFailed,
    },
  );
}
