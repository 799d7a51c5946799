import { expect, test } from 'vitest';
import { pastTime } from '#clients/cli/src/past-time.ts';

const NOW = Date.parse('2026-01-31T08:00:00.000Z');

test.each([
  ['90s', '2026-01-31T07:58:30.000Z'],
  ['30m', '2026-01-31T07:30:00.000Z'],
  ['1h', '2026-01-31T07:00:00.000Z'],
  ['2d', '2026-01-29T08:00:00.000Z'],
  ['2026-01-30T00:00:00Z', '2026-01-30T00:00:00.000Z'],
])('%s is the time %s', (given, time) => {
  expect(pastTime('--since', given, NOW).toISOString()).toBe(time);
});

test.each(['', 'h', '1w', '1 h', '-1h', 'yesterday'])('"%s" is refused, with what is expected', (given) => {
  expect(() => pastTime('--since', given, NOW)).toThrow(/^--since: expected 30m, 1h, 2d or a time such as /);
});
