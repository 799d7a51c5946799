import { expect, test } from 'vitest';
import { mergeTestTimes } from '#testing/test-times.ts';
import { longestFirst } from '../support/order-of-files.ts';

const ONE_PROJECT = { path: (file: string) => file, project: () => 'parts' };
const order = (files: readonly string[], times: Record<string, number>) => longestFirst(files, ONE_PROJECT, times);

test('The test file that took longest is started first', () => {
  expect(order(['a', 'b', 'c'], { a: 1, b: 30, c: 7 })).toEqual(['b', 'c', 'a']);
});

test('A test file that was never measured counts as an average one', () => {
  expect(order(['short', 'new', 'long'], { short: 1, long: 9 })).toEqual(['long', 'new', 'short']);
});

test('The files of a project follow each other, so that its processes load their modules once', () => {
  const projects = { path: (file: string) => file, project: (file: string) => file.slice(0, 1) };
  const times = { a1: 1, b2: 2, a3: 3, c4: 4, b5: 5 };
  expect(longestFirst(['a1', 'b2', 'a3', 'c4', 'b5'], projects, times)).toEqual(['b5', 'b2', 'c4', 'a3', 'a1']);
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
