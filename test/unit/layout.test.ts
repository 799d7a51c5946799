import { expect, test } from 'vitest';
import { dataRefusal, LAYOUT, overlapRefusal, withWriter } from '#shared/domain/stage/layout.ts';

/** A change of layout in three releases: the first knows only 4, the second reads 5 too, the third writes it. */
const BEFORE = { reads: [4], writes: 4 };
const READS_BOTH = { reads: [4, 5], writes: 4 };
const WRITES_NEW = { reads: [4, 5], writes: 5 };
const AFTER = { reads: [5], writes: 5 };
const STEPS = [BEFORE, READS_BOTH, WRITES_NEW, AFTER];

test('This release reads what it writes', () => {
  expect(LAYOUT.reads).toContain(LAYOUT.writes);
});

test('Neighbours among the releases of a change of layout may run at once, in both directions, and no others', () => {
  for (const [i, one] of STEPS.entries()) {
    for (const [j, other] of STEPS.entries()) {
      const allowed = overlapRefusal(one, other) === undefined;
      expect(allowed, `${i} ${j}`).toBe(Math.abs(i - j) <= 1);
    }
  }
});

test('A release is refused while the data has a layout that it does not read, and accepted after the migration', () => {
  const first = { oldest: 4, newest: 4 };
  expect(dataRefusal(first, READS_BOTH)).toBeUndefined();
  const mixed = withWriter(withWriter(first, READS_BOTH), WRITES_NEW);
  expect(mixed).toEqual({ oldest: 4, newest: 5 });
  expect(dataRefusal(mixed, WRITES_NEW)).toBeUndefined();
  expect(dataRefusal(mixed, READS_BOTH)).toBeUndefined();
  expect(dataRefusal(mixed, AFTER)).toMatch(/^has layouts 4 to 5, and this release reads layout 5: .*ops -- migrate/);
  expect(dataRefusal(mixed, BEFORE)).toMatch(/^has layouts 4 to 5, and this release reads layout 4: deploy a release/);
  const migrated = { oldest: 5, newest: 5 };
  expect(dataRefusal(migrated, AFTER)).toBeUndefined();
  expect(dataRefusal(migrated, READS_BOTH)).toBeUndefined();
});

test('Data of a layout long ago names the releases in between, or a new stage', () => {
  expect(dataRefusal({ oldest: 3, newest: 3 }, AFTER)).toMatch(/docs\/releases\.json.*or a new stage$/);
});
