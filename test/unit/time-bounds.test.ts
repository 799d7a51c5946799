import { describe, expect, test } from 'vitest';
import { parseTimestamp } from '#shared/domain/time/time.ts';

describe('digits beyond milliseconds', () => {
  test('Digits beyond milliseconds are rounded down for a lower bound, so that it skips no event of the millisecond', () => {
    expect(parseTimestamp('2026-11-21T08:30:00.1239Z')).toBe(Date.parse('2026-11-21T08:30:00.123Z'));
  });

  test('Digits beyond milliseconds are rounded up for an exclusive upper bound, so that it excludes no event of the millisecond', () => {
    expect(parseTimestamp('2026-11-21T08:30:00.1239Z', 'up')).toBe(Date.parse('2026-11-21T08:30:00.124Z'));
    expect(parseTimestamp('2026-11-21T08:30:00.9999Z', 'up')).toBe(Date.parse('2026-11-21T08:30:01.000Z'));
  });

  test('Zeros beyond milliseconds change nothing', () => {
    expect(parseTimestamp('2026-11-21T08:30:00.123000Z', 'up')).toBe(Date.parse('2026-11-21T08:30:00.123Z'));
  });
});
