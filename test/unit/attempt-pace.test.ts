import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AttemptPace } from '../../functions/workers/deliver-webhook/attempt-pace.ts';

test('Attempts of several events at once begin at the rate of their organization, one event after the other', () => {
  const pace = new AttemptPace(5, 30);
  const delays = Array.from({ length: 4 }, () => pace.delaySeconds('org_1', 5, 1_000_000));
  expect(delays).toEqual([0, 1, 2, 3]);
  expect(pace.delaySeconds('org_2', 5, 1_000_000)).toBe(0);
  expect(pace.delaySeconds('org_1', 5, 1_004_000)).toBe(0);
});

test('In no ten seconds more attempts begin than the rate allows, and one event more, whenever events come', () => {
  const events = fc.array(fc.record({ attempts: fc.integer({ min: 1, max: 5 }), after: fc.nat(3_000) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(events, (drawn) => {
      const pace = new AttemptPace(5, 1e6);
      let now = 1_000_000;
      const begun = drawn.map(({ attempts, after }) => {
        now += after;
        return { at: now + pace.delaySeconds('org_1', attempts, now) * 1_000, attempts };
      });
      for (const { at } of begun) {
        const window = begun.filter((one) => one.at >= at && one.at < at + 10_000);
        // A delay is rounded up to a second, so what was due in the second before may fall into the ten.
        expect(window.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(11 * 5 + 5);
      }
    }),
  );
});

test('No attempt is delayed by more than the maximum', () => {
  const pace = new AttemptPace(5, 30);
  const delays = Array.from({ length: 200 }, () => pace.delaySeconds('org_1', 5, 1_000_000));
  expect(Math.max(...delays)).toBe(30);
});
