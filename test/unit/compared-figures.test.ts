import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compare } from '#bench/against/against.ts';
import { roundsOf } from '#bench/against/rounds.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

test.each([
  ['start', [100, 100, 100], [129, 131, 120], true],
  ['start', [100, 100, 100], [131, 140, 131], false],
  ['accept: processor', [10, 10, 10], [11, 11, 11], true],
  ['accept: processor', [10, 10, 10], [12, 12, 12], false],
  ['memory, idle', [300, 300, 300], [350, 350, 350], false],
  ['rounds of all operations', [400], [400], true],
  ['rounds of all operations', [400], [470], false],
  // A small count varies from run to run.
  ['kill, verified: deliveries doubled', [4, 5, 6], [7, 7, 7], true],
  ['kill, verified: deliveries doubled', [4, 5, 6], [9, 9, 9], false],
  // One lost event is too many, whatever the other commit does.
  ['kill, verified: events lost', [5, 5, 5], [0, 0, 1], false],
])('%s: the median of %j against that of %j holds: %s', (name, theirs, ours, met) => {
  expect(compare(name, theirs, ours).met).toBe(met);
});

test('A figure without a value on one side does not hold', () => {
  expect(compare('start', [100], [Number.NaN]).met).toBe(false);
});

test('The recorded rounds of what both checkouts have are added up, and a checkout without them has none', () => {
  const [[, calls], [, rounds]] = roundsOf(ROOT, ROOT) as [[string, number], [string, number]];
  expect(rounds).toBeGreaterThan(118);
  expect(calls).toBeGreaterThan(rounds);
  expect(roundsOf('/nowhere', ROOT)).toEqual([]);
  expect(roundsOf(ROOT, '/nowhere')).toEqual([]);
});

test('An operation that only one of the checkouts has does not count', async () => {
  await withTemporaryFolder(async (folder) => {
    const checkout = (name: string, recorded: object) => {
      mkdirSync(join(folder, name, 'test', 'contract'), { recursive: true });
      writeFileSync(join(folder, name, 'test', 'contract', 'rounds.json'), JSON.stringify(recorded));
      return join(folder, name);
    };
    const last = checkout('last', { getMe: { 'org key': '2/1', 'agent key': '3/1' } });
    const next = checkout('next', { getMe: { 'org key': '2/1, 4/2' }, search: { 'org key': '7/5' } });
    expect(roundsOf(next, last)).toEqual([
      ['calls of all operations', 6],
      ['rounds of all operations', 3],
    ]);
    expect(roundsOf(last, next).map(([, value]) => value)).toEqual([2, 1]);
  });
});
