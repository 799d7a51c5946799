import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptsOf, KEPT_ATTEMPTS, withAttempt } from '#shared/domain/delivery/finished-attempts.ts';

const attempt = fc.record({
  endedAt: fc.integer({ min: 0, max: 2e12 }),
  responseStatus: fc.option(fc.integer({ min: 100, max: 599 })),
  durationMs: fc.nat(10_000),
  error: fc.option(fc.string()),
});

test('However many attempts are added, the newest ones are kept, in their order', () => {
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 3 * KEPT_ATTEMPTS }), (all) => {
      const kept = all.reduce<ReturnType<typeof withAttempt> | undefined>(withAttempt, undefined);
      expect(kept ?? []).toEqual(all.slice(-KEPT_ATTEMPTS));
    }),
  );
});

test('The attempt that succeeded is the last one, and is not kept twice', () => {
  const failed = { endedAt: 1, responseStatus: 500, durationMs: 2, error: 'HTTP 500' };
  const delivered = { deliveredAt: 9, responseStatus: 204, durationMs: 3 };
  const succeeded = { endedAt: 9, responseStatus: 204, durationMs: 3, error: null };
  expect(attemptsOf({ ...delivered, attempts: [failed] })).toEqual([failed, succeeded]);
  expect(attemptsOf(delivered)).toEqual([succeeded]);
  expect(attemptsOf({ ...delivered, deliveredAt: null, attempts: [failed] })).toEqual([failed]);
  expect(attemptsOf({ ...delivered, deliveredAt: null })).toEqual([]);
});
