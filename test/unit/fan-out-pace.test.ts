import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FanOutPace } from '#functions/workers/delivery/fan-out-pace.ts';

const ORGANIZATION = 'org_1';

test('The jobs of several events take turns, each organization for itself', () => {
  const pace = new FanOutPace(1_000, 60);
  const delays = Array.from({ length: 4 }, () => pace.delaySeconds(ORGANIZATION, 1_000_000));
  expect(delays).toEqual([0, 1, 2, 3]);
  expect(pace.delaySeconds('org_2', 1_000_000)).toBe(0);
  expect(pace.delaySeconds(ORGANIZATION, 1_004_000)).toBe(0);
});

test('In no ten seconds more jobs run than have turns, and one more, whenever they come', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3_000), { maxLength: 60 }), (pauses) => {
      const pace = new FanOutPace(1_000, 1e6);
      let now = 1_000_000;
      const turns = pauses.map((pause) => {
        now += pause;
        return now + pace.delaySeconds(ORGANIZATION, now) * 1_000;
      });
      for (const from of turns) {
        // A delay is rounded up to a second, so what was due in the second before may fall into the ten.
        expect(turns.filter((turn) => turn >= from && turn < from + 10_000).length).toBeLessThanOrEqual(11);
      }
    }),
  );
});

test('No job is delayed by more than the maximum', () => {
  const pace = new FanOutPace(1_000, 60);
  const delays = Array.from({ length: 200 }, () => pace.delaySeconds(ORGANIZATION, 1_000_000));
  expect(Math.max(...delays)).toBe(60);
});
