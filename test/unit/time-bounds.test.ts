import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../shared/domain/time.ts';

describe('digits beyond milliseconds', () => {
  it('round down for a lower bound, so that it skips no event of the millisecond', () => {
    expect(parseTimestamp('2026-11-21T08:30:00.1239Z')).toBe(Date.parse('2026-11-21T08:30:00.123Z'));
  });

  it('round up for an exclusive upper bound, so that it leaves no event of the millisecond out', () => {
    expect(parseTimestamp('2026-11-21T08:30:00.1239Z', 'up')).toBe(Date.parse('2026-11-21T08:30:00.124Z'));
    expect(parseTimestamp('2026-11-21T08:30:00.9999Z', 'up')).toBe(Date.parse('2026-11-21T08:30:01.000Z'));
  });

  it('change nothing where they are zeros', () => {
    expect(parseTimestamp('2026-11-21T08:30:00.123000Z', 'up')).toBe(Date.parse('2026-11-21T08:30:00.123Z'));
  });
});
