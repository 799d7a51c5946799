import { expect, test } from 'vitest';
import { readTestArguments } from '#scripts/test-run/arguments.ts';
import { seededFiles } from '#scripts/test-run/seeded-files.ts';
import { seedOfRun } from '#testing/seed.ts';

test('A run without arguments of the user begins with the checks, and one of a named file or title does not', () => {
  expect(readTestArguments(['--checks'])).toMatchObject({ withChecks: true, filters: [], selection: 'usual' });
  const named = readTestArguments(['--checks', 'test/unit/ids.test.ts', '-t', 'every id']);
  expect(named).toMatchObject({ withChecks: false, filters: ['test/unit/ids.test.ts'] });
  expect(named.runner).toMatchObject({ testNamePattern: 'every id' });
  expect(readTestArguments(['--checks', '--bail=1'])).toMatchObject({ withChecks: false, runner: { bail: 1 } });
});

test('The flags of the run do not reach the runner, and a flag that neither knows is refused by its name', () => {
  const given = ['--adversarial', '--record-times', '--full-size', '--watch'];
  const { selection, recordTimes, fullSize, watch, runner } = readTestArguments(given);
  expect({ selection, recordTimes, fullSize, watch }).toEqual({
    selection: 'adversarial',
    recordTimes: true,
    fullSize: true,
    watch: true,
  });
  expect(runner).not.toHaveProperty('adversarial');
  expect(runner).not.toHaveProperty('fullSize');
  expect(() => readTestArguments(['--nonsense'])).toThrow('--nonsense');
  expect(() => readTestArguments(['--random', '--tools'])).toThrow('--tools and --random');
});

test('The seed of a run is fixed unless the environment gives another whole number', () => {
  expect(seedOfRun({})).toBe(seedOfRun({ AID_SEED: '' }));
  expect(seedOfRun({ AID_SEED: '7' })).toBe(7);
  for (const given of ['x', '-1', '1.5', '2147483648']) {
    expect(() => seedOfRun({ AID_SEED: given })).toThrow(`AID_SEED is no whole number below 2147483648: ${given}`);
  }
});

test('The files with generated input include those with properties and those with a seed of their own', () => {
  const files = seededFiles();
  expect(files).toContain('test/unit/request-schemas.test.ts');
  expect(files).toContain('test/flow/faults.test.ts');
  expect(files).not.toContain('test/unit/own-process.test.ts');
});
