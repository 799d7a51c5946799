import { expect, test } from 'vitest';
import { parseQuery } from '#shared/domain/search/parse-query.ts';
import { textMatcher } from '#shared/domain/search/text-matcher.ts';

const TEXTS = ['Ada Lovelace', 'ada@example.com', 'The blue Lámp is on its way'];

test.each([
  ['ada', true],
  ['blue lamp', true],
  ['"blue lamp"', true],
  ['"lamp blue"', false],
  ['lamp ada@example.com', true],
  ['la', false],
  ['lam*', true],
  ['"blue la"*', true],
  ['blue -lamp', false],
  ['blue -red', true],
  ['-red', true],
  ['-blue', false],
  ['"Lovelace ada"', false],
  ['from:ada', false],
  ['blue -from:ada', true],
  ['...', false],
  ['blue ...', true],
  ['', true],
])('The query %j matches the texts of a record: %s.', (query, matches) => {
  expect(textMatcher(parseQuery(query).expression)(TEXTS)).toBe(matches);
});
