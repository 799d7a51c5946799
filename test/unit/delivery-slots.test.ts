import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstFreeSlot, slotCount } from '#shared/domain/delivery/delivery-slots.ts';

const slots = fc.uniqueArray(fc.nat({ max: 30 }));

test('The first free slot is the lowest one that is not used', () => {
  fc.assert(
    fc.property(slots, (used) => {
      const slot = firstFreeSlot(used);
      expect(used).not.toContain(slot);
      for (let lower = 0; lower < slot; lower++) expect(used).toContain(lower);
    }),
  );
});

test('The number of reserved delivery times covers every used slot and no more', () => {
  fc.assert(
    fc.property(slots, (used) => {
      expect(slotCount(used)).toBe(used.length === 0 ? 0 : Math.max(...used) + 1);
    }),
  );
});

test.each([
  [[], 0],
  [[0, 1, 3], 2],
  [[1], 0],
  [[2, 1, 0], 3],
])('The first free slot next to %j is %i', (used, slot) => {
  expect(firstFreeSlot(used)).toBe(slot);
});
