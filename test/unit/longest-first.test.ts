import { expect, test } from 'vitest';
import { mergeTestTimes } from '#testing/test-times.ts';
import { longestFirst } from '../support/longest-first.ts';

const order = (files: readonly string[], times: Record<string, number>) => longestFirst(files, (file) => file, times);

test('The test file that took longest is started first', () => {
  expect(order(['a', 'b', 'c'], { a: 1, b: 30, c: 7 })).toEqual(['b', 'c', 'a']);
});

test('A test file that was never measured counts as an average one', () => {
  expect(order(['short', 'new', 'long'], { short: 1, long: 9 })).toEqual(['long', 'new', 'short']);
});

test('Without any times, the test files keep the order of the runner', () => {
  expect(order(['c', 'a', 'b'], {})).toEqual(['c', 'a', 'b']);
});

test('A run of some test files keeps the times of the others and removes those of deleted files', () => {
  const times = mergeTestTimes({ b: 2, gone: 3, c: 4 }, { c: 5, a: 1 }, (path) => path !== 'gone');
  expect(Object.entries(times)).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 5],
  ]);
});
