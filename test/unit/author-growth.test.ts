import { expect, test } from 'vitest';
import { isSoleAuthor } from '#shared/domain/mail/author.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

const ADA = 'ada@example.com';

const pieces: Record<string, string> = {
  'a run of letters': 'a',
  'quotes that are escaped': '\\"',
  'brackets that open': '(a',
  'addresses without a domain': 'a@',
  'quoted words': '"a" ',
  'at signs': '@',
};
const many = (field: string) => {
  for (let time = 0; time < 50; time++) isSoleAuthor(ADA, [field]);
};

test.each(Object.entries(pieces))('A From field of %s is checked in linear time', async (_, piece) => {
  for (const before of ['', '"']) {
    const make = (size: number) => `${before}${piece.repeat(size / piece.length)} <${ADA}>`;
    expect(await growth(many, make, 1_000)).toBeLessThan(LINEAR);
  }
});
