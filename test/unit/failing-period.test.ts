import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '#shared/domain/delivery/delivery.ts';
import { type EndpointChange, endpointChange, type FailingPeriod } from '#shared/domain/delivery/failing-period.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/domain/time/time.ts';

const NOW = 1_800_000_000_000;
const DAYS = 5;
const OK: AttemptOutcome = { ok: true, responseStatus: 204, durationMs: 1 };
const failed = (responseStatus: number | null = 500): AttemptOutcome => ({
  ok: false,
  responseStatus,
  durationMs: 1,
  error: 'x',
});
const period = (sinceAgo: number, lastAgo: number): FailingPeriod => ({
  failingSince: NOW - sinceAgo,
  lastFailedAt: NOW - lastAgo,
});
const after = (known: FailingPeriod | undefined, outcome: AttemptOutcome) => endpointChange(known, outcome, DAYS, NOW);

describe('what follows for an endpoint from an attempt', () => {
  test.each<[string, FailingPeriod | undefined, AttemptOutcome, EndpointChange]>([
    ['a success without failures before it', undefined, OK, 'none'],
    ['a success ends a period', period(HOUR, MINUTE), OK, 'end'],
    ['a success ends a period that is long enough', period(9 * DAY, MINUTE), OK, 'end'],
    ['the first failure begins a period', undefined, failed(), 'begin'],
    ['a timeout begins a period', undefined, failed(null), 'begin'],
    ['a failure soon after the recorded one', period(2 * HOUR, HOUR - 1), failed(), 'none'],
    ['a failure an hour after the recorded one', period(2 * HOUR, HOUR), failed(), 'continue'],
    ['a failure just before the days are over', period(5 * DAY + 30 * SECOND - 1, MINUTE), failed(), 'none'],
    ['a failure after five days', period(5 * DAY + 30 * SECOND, MINUTE), failed(), 'failing'],
    ['a failure five days after the last one', period(9 * DAY, 5 * DAY), failed(), 'failing'],
    ['a failure later than five days after the last one', period(9 * DAY, 5 * DAY + 1), failed(), 'begin'],
    ['410 at the first attempt', undefined, failed(410), 'gone'],
    ['410 after failures', period(9 * DAY, MINUTE), failed(410), 'gone'],
  ])('%s', (_, known, outcome, expected) => {
    expect(after(known, outcome)).toBe(expected);
  });

  test('An endpoint is disabled as failing if and only if every attempt of the days has failed, without a longer pause', () => {
    const pauseMs = fc.integer({ min: 1, max: 3 * DAY });
    const attempt = fc.record({ ok: fc.nat(9).map((number) => number === 0), pauseMs });
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (sequence, days) => {
        let known: FailingPeriod | undefined;
        let now = NOW;
        let failures: number[] = [];
        for (const { ok, pauseMs } of sequence) {
          now += pauseMs;
          failures = ok ? [] : [...failures, now];
          const change = endpointChange(known, ok ? OK : failed(), days, now);
          if (change === 'failing') expect(lengthOf(failures, days * DAY)).toBeGreaterThanOrEqual(days * DAY);
          // A failure is recorded once per hour, so a pause may count for up to an hour more.
          else expect(lengthOf(failures, days * DAY - HOUR)).toBeLessThan(days * DAY + 30 * SECOND);
          if (change === 'failing') return;
          known = applied(known, change, now);
        }
      }),
    );
  });
});

/** How long the last failures have lasted, back to the last pause that is longer than this. */
function lengthOf(failures: readonly number[], maxPauseMs: number): number {
  const firstOfThem = failures.findLastIndex((time, at) => time - (failures[at - 1] ?? 0) > maxPauseMs);
  return (failures.at(-1) ?? 0) - (failures[firstOfThem] ?? 0);
}

function applied(known: FailingPeriod | undefined, change: EndpointChange, now: number): FailingPeriod | undefined {
  switch (change) {
    case 'begin':
      return { failingSince: now, lastFailedAt: now };
    case 'continue':
      return known && { ...known, lastFailedAt: now };
    case 'end':
      return undefined;
    default:
      return known;
  }
}
