/**
 * The clock of one organization. Its times strictly increase in the order of commits, so that a follower that continues
 * from the last `created_at` it has seen misses no event.
 *
 * - `time`: the last millisecond that an event or a listed record has
 * - `deliveryTime`: the last millisecond that is reserved for deliveries
 * - `slots`: how many delivery times an event reserves, one for each slot of the organization's endpoints
 * - `version`: increases with every commit; each commit is conditional on the version that it has read
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

/** Advances the clock to the next millisecond: not before now, and later than every earlier one. */
export function tick(clock: EventClock, now: number): { clock: EventClock; time: number } {
  const time = Math.max(now, clock.time + 1);
  return { clock: { ...clock, time }, time };
}

/**
 * Reserves `count` consecutive milliseconds for deliveries and returns the first. The delivery for the endpoint in slot
 * n has the time `base + n`, which is unique in the organization and the same each time the relay processes the event.
 */
export function reserveDeliveries(clock: EventClock, now: number, count: number): { clock: EventClock; base: number } {
  const base = Math.max(now, clock.deliveryTime + 1);
  return { clock: { ...clock, deliveryTime: base + Math.max(0, count - 1) }, base };
}
