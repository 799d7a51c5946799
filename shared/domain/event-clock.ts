/**
 * The clock of one organization. Times only grow, in the order of commits, so a follower who goes on from the
 * last `created_at` it saw misses nothing.
 *
 * - `time`: the last millisecond given away to an event or to a listed resource
 * - `deliveryTime`: the last millisecond reserved for deliveries
 * - `slots`: how many delivery milliseconds an event reserves: one for every endpoint of the organization
 * - `version`: grows with every commit; each commit is conditional on the version it read
 *
 * See: docs/architecture.md#four-decisions; docs/decisions/0003-event-clock-and-delivery-times.md.
 */
export interface EventClock {
  time: number;
  deliveryTime: number;
  slots: number;
  version: number;
}

export const NEW_CLOCK: EventClock = { time: 0, deliveryTime: 0, slots: 0, version: 0 };

/** Takes the next millisecond: never before now, never one that was given away. */
export function tick(clock: EventClock, now: number): { clock: EventClock; time: number } {
  const time = Math.max(now, clock.time + 1);
  return { clock: { ...clock, time }, time };
}

/**
 * Reserves a run of `count` milliseconds for deliveries and answers its first.
 * The endpoint in slot n gets `base + n` as its delivery's time: unique in the organization, and the same
 * however often the relay sees the event.
 */
export function reserveDeliveries(clock: EventClock, now: number, count: number): { clock: EventClock; base: number } {
  const base = Math.max(now, clock.deliveryTime + 1);
  return { clock: { ...clock, deliveryTime: base + Math.max(0, count - 1) }, base };
}
