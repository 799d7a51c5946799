import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMoreMembers } from '#shared/domain/text/json-members.ts';

/** The fields and items of a value, where an empty list or object counts as one. */
function membersOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  const members = Object.values(value);
  return Math.max(1, members.length) + members.reduce((sum: number, member) => sum + membersOf(member), 0);
}

test('The members of any JSON text are counted as in its value, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat(2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const members = membersOf(value);
      expect(hasMoreMembers(text, members)).toBe(false);
      if (members > 0) expect(hasMoreMembers(text, members - 1)).toBe(true);
    }),
  );
});

test('A text that ends within a string is read to its end', () => {
  for (const text of ['"', '["a', '["a\\', '["a\\"', '{"a\\\\']) expect(hasMoreMembers(text, 1)).toBe(false);
});
