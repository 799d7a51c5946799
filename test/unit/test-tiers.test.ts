import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sizeOf, TEST_SIZE_VARIABLE, testSize } from '#testing/test-size.ts';
import {
  filesOfRun,
  MAX_MERGE_SECONDS,
  MAX_QUICK_SECONDS,
  MAX_QUICK_SECONDS_TOGETHER,
  needsTools,
  testFiles,
  tierOf,
} from '#testing/test-tiers.ts';
import { hasQuickSize, readTestTimes } from '#testing/test-times.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = testFiles();

test('The recorded time of a file decides its tier, and a file without one runs before a merge', () => {
  const limit = MAX_QUICK_SECONDS['test/flow'] ?? 0;
  const at = (seconds: number) => tierOf('test/flow/some.test.ts', { 'test/flow/some.test.ts': seconds });
  expect([at(limit), at(limit + 0.1), at(MAX_MERGE_SECONDS), at(MAX_MERGE_SECONDS + 0.1)]).toEqual([
    'quick',
    'merge',
    'merge',
    'release',
  ]);
  expect(tierOf('test/flow/some.test.ts', {})).toBe('merge');
});

test('The time of every test file is recorded', () => {
  const times = readTestTimes();
  const unknown = FILES.filter((path) => times[path] === undefined);
  expect(unknown, 'npm test -- --record-times <file>… records them').toEqual([]);
});

test('No file that needs more than Node is quick', () => {
  const withTools = FILES.filter(needsTools);
  expect(withTools.length).toBeGreaterThan(20);
  expect(withTools.filter((path) => tierOf(path, { [path]: 0 }) === 'quick')).toEqual([]);
});

test('The quick files together take no longer than people wait', () => {
  const times = readTestTimes();
  const seconds = filesOfRun('quick').reduce((sum, path) => sum + (times[path] ?? 0), 0);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(MAX_QUICK_SECONDS_TOGETHER);
});

test('A release runs every file, and the runs before a merge run each file of their tiers once', () => {
  expect(filesOfRun('release')).toEqual(FILES);
  const merge = filesOfRun('merge');
  expect(merge).toEqual([...new Set(merge)]);
  expect(FILES).toEqual(expect.arrayContaining(merge));
});

test('Only test files have a quick size, which is how the run before a merge finds those that then try more', () => {
  expect(FILES.filter(hasQuickSize).length).toBeGreaterThan(3);
  const others = globSync(['test/**/*.ts', 'testing/**/*.ts'], { exclude: FILES, cwd: ROOT });
  expect(others.length).toBeGreaterThan(100);
  expect(others.filter(hasQuickSize)).toEqual([]);
});

test('A run of a size without a number of its own tries as many as usual', () => {
  expect(testSize({})).toBe('usual');
  expect(testSize({ [TEST_SIZE_VARIABLE]: 'full' })).toBe('full');
  expect(() => testSize({ [TEST_SIZE_VARIABLE]: 'huge' })).toThrow('none of quick, usual, full: huge');
  expect(sizeOf({ usual: 3 })).toBe(3);
});
