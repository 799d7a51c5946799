import { expect, test } from 'vitest';
import { readTestArguments } from '#scripts/test-run/arguments.ts';
import { seedOfRun } from '#testing/seed.ts';

test('A run without arguments of the user is a tier, and one of a named file or title is not', () => {
  expect(readTestArguments(['--tier=quick'])).toMatchObject({ tier: 'quick', filters: [] });
  const named = readTestArguments(['--tier=quick', 'test/unit/ids.test.ts', '-t', 'every id']);
  expect(named).toMatchObject({ tier: undefined, filters: ['test/unit/ids.test.ts'] });
  expect(named.runner).toMatchObject({ testNamePattern: 'every id' });
  expect(readTestArguments(['--tier=quick', '--bail=1'])).toMatchObject({ tier: undefined, runner: { bail: 1 } });
  expect(() => readTestArguments(['--tier=slow'])).toThrow('there is no tier slow: quick, merge, release');
});

test('A run of what has changed is compared with the commit that is named, or with the last one', () => {
  expect(readTestArguments(['--changed'])).toMatchObject({ tier: undefined, changedSince: 'HEAD', filters: [] });
  expect(readTestArguments(['--changed', 'HEAD~3'])).toMatchObject({ changedSince: 'HEAD~3', filters: [] });
  expect(readTestArguments(['--tier=quick']).changedSince).toBeUndefined();
});

test('The flags of the run do not reach the runner, and a flag that neither knows is refused by its name', () => {
  const { recordTimes, watch, runner } = readTestArguments(['--record-times', '--watch']);
  expect({ recordTimes, watch }).toEqual({ recordTimes: true, watch: true });
  expect(runner).not.toHaveProperty('recordTimes');
  expect(runner).not.toHaveProperty('tier');
  expect(() => readTestArguments(['--nonsense'])).toThrow('--nonsense');
});

test('The seed of a run is fixed unless the environment gives another whole number', () => {
  expect(seedOfRun({})).toBe(seedOfRun({ AID_SEED: '' }));
  expect(seedOfRun({ AID_SEED: '7' })).toBe(7);
  for (const given of ['x', '-1', '1.5', '2147483648']) {
    expect(() => seedOfRun({ AID_SEED: given })).toThrow(`AID_SEED is no whole number below 2147483648: ${given}`);
  }
});
