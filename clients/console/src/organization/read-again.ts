import type { Delivery } from '../../../typescript/src/index.ts';

/** The pause between two reads while an attempt is due, and the longest one while any is to come. */
export const PAUSES_MS = { due: 2_000, longest: 20_000 };

/**
 * How long after `now` deliveries are read again, in milliseconds; `undefined` if none is to be attempted. An attempt
 * that is late is not awaited closely for long: its delivery may wait for a budget, or for its endpoint.
 */
export function readAgainAfter(deliveries: readonly Delivery[], now: number): number | undefined {
  const { due, longest } = PAUSES_MS;
  const pauses = deliveries
    .filter(({ status }) => status === 'pending' || status === 'retrying')
    .map(({ next_attempt_at: next, updated_at: changed }) => {
      const waits = Date.parse(next ?? changed) - now;
      return Math.abs(waits) < longest ? Math.max(waits, due) : longest;
    });
  return pauses.length === 0 ? undefined : Math.min(...pauses);
}
