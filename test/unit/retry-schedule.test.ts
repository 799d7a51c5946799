import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ATTEMPT_LEASE_MS,
  type AttemptOutcome,
  decideRetry,
  LEASE_RENEWAL_MS,
} from '#shared/domain/delivery/delivery.ts';
import { maxAttempts, nextDelayMs, parseRetryAfter } from '#shared/domain/delivery/retry-schedule.ts';
import { DEFAULT_DELIVERY_DELAYS } from '#shared/domain/limits/limits.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const MINUTE = 60_000;
const failed = (retryAfterSeconds?: number): AttemptOutcome => ({
  ok: false,
  responseStatus: 500,
  durationMs: 3,
  error: 'HTTP 500',
  retryAfterSeconds,
});
const succeeded: AttemptOutcome = { ok: true, responseStatus: 204, durationMs: 3 };

describe('the retry schedule', () => {
  test('By default, there are eight attempts, with delays of 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h', () => {
    expect(maxAttempts(DEFAULT_DELIVERY_DELAYS)).toBe(8);
    const middle = (finished: number) => nextDelayMs(DEFAULT_DELIVERY_DELAYS, finished, 0.5);
    expect([1, 2, 3, 4, 5, 6, 7].map(middle)).toEqual(
      [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1000),
    );
    expect(middle(8)).toBeUndefined();
  });

  test('A delay varies by at most a tenth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (finished, random) => {
        const base = (DEFAULT_DELIVERY_DELAYS[finished - 1] ?? 0) * 1000;
        const delay = nextDelayMs(DEFAULT_DELIVERY_DELAYS, finished, random) ?? Number.NaN;
        expect(delay).toBeGreaterThanOrEqual(base * 0.9);
        expect(delay).toBeLessThanOrEqual(base * 1.1);
        expect(Number.isInteger(delay)).toBe(true);
      }),
    );
  });

  test('Retry-After can increase a delay to at most twelve hours, but never shorten it', () => {
    expect(nextDelayMs([5], 1, 0.5, 60)).toBe(60_000);
    expect(nextDelayMs([300], 1, 0.5, 1)).toBe(300_000);
    expect(nextDelayMs([5], 1, 0.5, 10 ** 9)).toBe(12 * 3_600_000);
    expect(nextDelayMs([], 1, 0.5, 60)).toBeUndefined();
  });

  test.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['Sat, 21 Nov 2026 08:31:00 GMT', 60],
    ['Saturday, 21-Nov-26 08:31:00 GMT', 60],
    ['Sat, 21 Nov 2026 08:29:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['soon', undefined],
    ['retry 2099', undefined],
    ['after 5', undefined],
    ['2026-11-21', undefined],
    ['120, 60', undefined],
  ])('Retry-After %j means %j seconds', (value, seconds) => {
    expect(parseRetryAfter(value, NOW)).toBe(seconds);
  });
});

describe('the retry decision', () => {
  const near = [5, 5];
  const far = [5, 3600];

  test.each<[string, AttemptOutcome, readonly number[], number, ReturnType<typeof decideRetry>]>([
    ['a 2xx at the first attempt', succeeded, near, 1, { status: 'delivered' }],
    ['a 2xx at the last attempt', succeeded, near, 3, { status: 'delivered' }],
    ['a 2xx at the only attempt', succeeded, [], 1, { status: 'delivered' }],
    [
      'a failure with attempts left',
      failed(),
      near,
      1,
      { status: 'retrying', nextAttemptAt: NOW + 5000, dueAt: NOW + 5000 + 2 * MINUTE },
    ],
    [
      'a failure before a retry that is too late for the queue',
      failed(),
      far,
      2,
      { status: 'retrying', nextAttemptAt: NOW + 3_600_000, dueAt: NOW + 3_600_000 },
    ],
    [
      'a failure with a Retry-After of an hour',
      failed(3600),
      near,
      2,
      { status: 'retrying', nextAttemptAt: NOW + 3_600_000, dueAt: NOW + 3_600_000 },
    ],
    ['a failure at the last attempt', failed(), near, 3, { status: 'dead_letter' }],
    ['a failure with a Retry-After at the last attempt', failed(60), near, 3, { status: 'dead_letter' }],
    ['a failure at the only attempt', failed(), [], 1, { status: 'dead_letter' }],
  ])('The delivery has the right state after %s', (_, outcome, delays, finished, decision) => {
    expect(decideRetry(outcome, delays, finished, 0.5, NOW)).toEqual(decision);
  });

  test('A network error counts like any other failure', () => {
    const outcome: AttemptOutcome = { ok: false, responseStatus: null, durationMs: 10_000, error: 'timed out' };
    expect(decideRetry(outcome, near, 1, 0.5, NOW).status).toBe('retrying');
  });

  test('The queue delays a retry by up to fifteen minutes, and the sweep enqueues later ones', () => {
    const at = (seconds: number) => decideRetry(failed(), [seconds], 1, 0.5, NOW);
    expect(at(900)).toMatchObject({ dueAt: NOW + 900_000 + 2 * MINUTE });
    expect(at(900.001)).toMatchObject({ dueAt: NOW + 900_001 });
  });

  test('A lease survives a renewal that fails', () => {
    expect(ATTEMPT_LEASE_MS).toBeGreaterThan(2 * LEASE_RENEWAL_MS);
  });
});
