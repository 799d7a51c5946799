import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hostileMail } from '#testing/hostile-mail/hostile-mail.ts';

const INDICES = Array.from({ length: 400 }, (_, index) => index);

describe('the generator of hostile mails', () => {
  test('The generator of hostile emails makes the same mail for the same seed and index, and different ones otherwise', () => {
    const digest = (seed: number, index: number) =>
      createHash('sha256').update(hostileMail(seed, index).raw).digest('hex');
    const once = INDICES.slice(0, 100).map((index) => digest(1, index));
    expect(INDICES.slice(0, 100).map((index) => digest(1, index))).toEqual(once);
    expect(new Set(once).size).toBeGreaterThan(95);
    expect(digest(2, 0)).not.toBe(digest(1, 0));
  });

  test('The generator of hostile emails makes mostly small emails and some large ones, and uses most of its attacks', () => {
    const mails = INDICES.map((index) => hostileMail(1, index));
    const sizes = mails.map(({ raw }) => raw.length).sort((a, b) => a - b);
    expect(sizes[200]).toBeLessThan(10_000);
    expect(sizes.at(-1)).toBeGreaterThan(250_000);
    expect(new Set(mails.flatMap(({ tricks }) => tricks)).size).toBeGreaterThan(150);
  });
});
