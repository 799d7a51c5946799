import fc from 'fast-check';
import { decodeTime } from 'ulid';
import { describe, expect, test } from 'vitest';
import { CELL, CELL_ALPHABET } from '#shared/domain/ids/cell.ts';
import {
  firstIdAt,
  ID_PREFIX,
  type IdKind,
  idTime,
  isId,
  lastIdAt,
  makeId,
  randomPart,
  randomPartOf,
} from '#shared/domain/ids/ids.ts';

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

  test('Bounds before and after all times of ids are those of the first and the last time', () => {
    const last = 2 ** 48 - 1;
    for (const boundOf of [firstIdAt, lastIdAt, idTime]) {
      for (const before of [-5, Number.NEGATIVE_INFINITY]) expect(boundOf('event', before)).toBe(boundOf('event', 0));
      for (const after of [last + 1, last + 60_000, 8.64e15, Number.POSITIVE_INFINITY])
        expect(boundOf('event', after)).toBe(boundOf('event', last));
    }
  });

  test('Every id names its cell with the character after its time, whether it is random or follows from a digest', () => {
    expect(CELL_ALPHABET).toContain(CELL);
    fc.assert(
      fc.property(kind, time, fc.uint8Array({ minLength: 10, maxLength: 32 }), (own, at, digest) => {
        const at10 = ID_PREFIX[own].length + 1 + 10;
        for (const half of [randomPart(), randomPartOf(digest)]) {
          expect(half).toHaveLength(16);
          expect(makeId(own, at, half)[at10]).toBe(CELL);
        }
      }),
    );
  });

  test('Ids that were made before there were cells have the form of ids, and are within the bounds of their time', () => {
    const old = 'evt_01J00000007ZZZZZZZZZZZZZZZ';
    expect(old[14]).not.toBe(CELL);
    expect(isId('event', old)).toBe(true);
    const at = decodeTime(old.slice(4));
    expect(firstIdAt('event', at) <= old && old <= lastIdAt('event', at)).toBe(true);
  });

  test('A digest always gives the same random half, and another digest gives another one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), fc.nat(74), (digest, at) => {
        const other = digest.map((value, index) => (index === at >> 3 ? value ^ (0x80 >> (at & 7)) : value));
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
