import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EventClock, NEW_CLOCK, reserveDeliveries, tick } from '../../shared/domain/event-clock.ts';

/** Steps of many writers with wall clocks that disagree, stop or run backwards. */
const step = fc.record({
  now: fc.integer({ min: 1_000_000, max: 1_001_000 }),
  count: fc.integer({ min: 0, max: 70 }),
  reserve: fc.boolean(),
});

describe('the event clock', () => {
  test('Times increase strictly, whatever the wall clocks of the writers are', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 100 }), (steps) => {
        let clock: EventClock = NEW_CLOCK;
        let last = -1;
        for (const { now } of steps) {
          const next = tick(clock, now);
          expect(next.time).toBeGreaterThan(last);
          expect(next.time).toBeGreaterThanOrEqual(now);
          expect(next.clock.time).toBe(next.time);
          last = next.time;
          clock = next.clock;
        }
      }),
    );
  });

  test('Ranges that are reserved for deliveries never overlap, also with ticks between them', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 100 }), (steps) => {
        let clock: EventClock = NEW_CLOCK;
        const given = new Set<number>();
        for (const { now, count, reserve } of steps) {
          if (!reserve) {
            clock = tick(clock, now).clock;
            continue;
          }
          const next = reserveDeliveries(clock, now, count);
          expect(next.base).toBeGreaterThanOrEqual(now);
          for (let slot = 0; slot < count; slot++) {
            expect(given.has(next.base + slot)).toBe(false);
            given.add(next.base + slot);
          }
          expect(next.clock.time).toBe(clock.time);
          clock = next.clock;
        }
      }),
    );
  });

  test('An event without endpoints advances the delivery clock, so that a later endpoint is known to be later', () => {
    const { clock, base } = reserveDeliveries(NEW_CLOCK, 1000, 0);
    expect(clock.deliveryTime).toBe(base);
    expect(reserveDeliveries(clock, 1000, 1).base).toBeGreaterThan(base);
  });

  test('Only a commit changes the version of the clock', () => {
    const clock = { ...NEW_CLOCK, version: 7 };
    expect(tick(clock, 5).clock.version).toBe(7);
    expect(reserveDeliveries(clock, 5, 3).clock.version).toBe(7);
  });
});
