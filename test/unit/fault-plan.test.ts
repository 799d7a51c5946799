import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFaultOptions } from '#testing/faults/options.ts';
import { KINDS, makePlan } from '#testing/faults/plan.ts';
import { patched } from '#testing/faults/variants/patched-sources.ts';
import { VARIANT_NAMES, VARIANTS } from '#testing/faults/variants/variants.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('A seed decides the plan of a fault run, and another seed makes another plan', () => {
  expect(makePlan(7, 500)).toEqual(makePlan(7, 500));
  expect(makePlan(8, 500)).not.toEqual(makePlan(7, 500));
});

test('A plan has operations of every kind, which refer to earlier ones only, and disturbances of every kind', () => {
  const { operations, disturbances } = makePlan(7, 2000);
  expect(operations.map(({ index }) => index)).toEqual(Array.from({ length: 2000 }, (_, index) => index));
  expect(new Set(operations.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
  for (const { index, on = -1 } of operations) expect(on).toBeLessThan(index);
  const kinds = new Set(disturbances.map(({ disturbance }) => disturbance.kind));
  expect(kinds).toEqual(new Set(['kill', 'freeze', 'clock', 'outage']));
});

test.each(VARIANT_NAMES)('The patches of the broken variant %s fit the sources', (name) => {
  const texts = new Map<string, string>();
  for (const patch of VARIANTS[name].patches) {
    const before = texts.get(patch.file) ?? readFileSync(join(ROOT, patch.file), 'utf8');
    const after = patched(before, patch);
    expect(after).not.toBe(before);
    texts.set(patch.file, after);
  }
});

test('A patch that does not fit its file exactly once is an error', () => {
  const patch = { file: 'x.ts', find: 'one', replace: 'two' };
  expect(() => patched('none', { ...patch, find: 'three' })).toThrow('x.ts has 0 times: three');
  expect(() => patched('one and one', patch)).toThrow('x.ts has 2 times: one');
});

test('The options of a fault run name what is wrong', () => {
  expect(readFaultOptions(['faults', '--seed', '3', '--operations', '5000', '--seeds', '10'])).toEqual({
    options: { seed: 3, seeds: 10, operations: 5000, concurrency: 16, broken: undefined },
    names: ['faults'],
  });
  expect(readFaultOptions(['faults', '--broken', 'lease-count'], () => 4).options).toMatchObject({
    seed: 4,
    broken: 'lease-count',
  });
  expect(() => readFaultOptions(['--operations', 'many'])).toThrow('--operations: expected a whole number from 1');
  expect(() => readFaultOptions(['--broken', 'nothing'])).toThrow('--broken: expected one of event-clock');
});
