import { expect, test } from 'vitest';
import { type MutationResults, noticedShare } from '#scripts/test-run/mutation-results.ts';

const results = (...states: string[]): MutationResults => ({
  files: { 'a.ts': { mutants: states.map((status) => ({ status })) } },
});

test('The share of noticed changes counts those that a test ends or hangs on, and neither ignored nor broken ones', () => {
  expect(noticedShare(results('Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'))).toBe(50);
  expect(noticedShare(results('Killed'))).toBe(100);
});

test('A run that has measured nothing has noticed nothing', () => {
  expect(noticedShare({ files: {} })).toBe(0);
  expect(noticedShare(results('Ignored'))).toBe(0);
});
