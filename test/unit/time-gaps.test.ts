import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTimeGaps, writeTimeGaps } from '#shared/domain/log/time-gaps.ts';

const FROM = 1_800_000_000_000;

describe('times as a short text', () => {
  test('What was written is what is read, for any times', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 40 }), { maxLength: 40 }), (ages) => {
        const times = [...ages].sort((a, b) => a - b).map((age) => FROM - age);
        expect(readTimeGaps(FROM, writeTimeGaps(FROM, times))).toEqual(times);
      }),
    );
  });

  test('Times a few milliseconds apart take one character each', () => {
    const times = Array.from({ length: 32 }, (_, index) => FROM - 31 * (index + 1));
    expect(writeTimeGaps(FROM, times)).toHaveLength(32);
    expect(writeTimeGaps(FROM, [])).toBe('');
  });

  test('Distances at the limits of a character are read as they were', () => {
    for (const gap of [0, 31, 32, 33, 1023, 1024]) {
      expect(readTimeGaps(FROM, writeTimeGaps(FROM, [FROM - gap]))).toEqual([FROM - gap]);
    }
  });

  test('A text that is not a list of times is refused', () => {
    for (const text of ['#', 'g', 'Ag', 'A A']) expect(() => readTimeGaps(FROM, text)).toThrow('list of times');
  });
});
