import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstIdAt,
  ID_PREFIX,
  type IdKind,
  isId,
  lastIdAt,
  makeId,
  randomPart,
  randomPartOf,
} from '../../shared/domain/ids.ts';

const KINDS = Object.keys(ID_PREFIX) as IdKind[];
const kind = fc.constantFrom(...KINDS);
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const random = fc.uint8Array({ minLength: 10, maxLength: 32 }).map(randomPartOf);

describe('ids', () => {
  test('An id has the form of its kind and of no other', () => {
    fc.assert(
      fc.property(kind, time, random, (own, at, part) => {
        const id = makeId(own, at, part);
        expect(KINDS.filter((one) => isId(one, id))).toEqual([own]);
      }),
    );
  });

  test('Ids of a kind are sorted as text like their times', () => {
    fc.assert(
      fc.property(kind, time, time, random, random, (own, a, b, x, y) => {
        fc.pre(a !== b);
        expect(makeId(own, a, x) < makeId(own, b, y)).toBe(a < b);
      }),
    );
  });

  test('Every id of a millisecond is between the first and the last id of it', () => {
    fc.assert(
      fc.property(kind, time, random, (own, at, part) => {
        const id = makeId(own, at, part);
        expect(firstIdAt(own, at) <= id && id <= lastIdAt(own, at)).toBe(true);
        if (at > 0) expect(lastIdAt(own, at - 1) < id).toBe(true);
      }),
    );
  });

  test('Bounds before 1970 are the same as 1970', () => {
    expect(firstIdAt('event', -5)).toBe(firstIdAt('event', 0));
  });

  test('A digest always gives the same random half, and another digest gives another one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), fc.nat(9), fc.nat(7), (digest, byte, bit) => {
        const other = digest.map((value, index) => (index === byte ? value ^ (1 << bit) : value));
        expect(randomPartOf(digest)).toHaveLength(16);
        expect(randomPartOf(digest)).toBe(randomPartOf(new Uint8Array(digest)));
        expect(randomPartOf(other)).not.toBe(randomPartOf(digest));
      }),
    );
  });

  test('New random halves do not repeat', () => {
    expect(new Set(Array.from({ length: 5000 }, randomPart)).size).toBe(5000);
  });

  test.each([
    ['no characters', ''],
    ['only the prefix', 'evt_'],
    ['another prefix', 'msg_01J00000000000000000000000'],
    ['lower case', 'evt_01j00000000000000000000000'],
    ['a letter that base32 lacks', 'evt_01J0000000000000000000000U'],
    ['one character too few', 'evt_01J0000000000000000000000'],
    ['one character too many', 'evt_01J000000000000000000000000'],
    ['a time beyond 48 bits', 'evt_81J00000000000000000000000'],
    ['a line break at the end', 'evt_01J00000000000000000000000\n'],
    ['white space before it', ' evt_01J00000000000000000000000'],
    ['the name of a property of every object', '__proto__'],
  ])('A text with %s is not an event id', (_, text) => {
    expect(isId('event', text)).toBe(false);
  });
});
