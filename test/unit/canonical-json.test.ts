import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#shared/domain/text/canonical-json.ts';

/** JSON values as JSON.parse returns them. */
const value = fc.json().map((text) => JSON.parse(text) as unknown);

/** Values with so few atoms that two of them are often equal or almost equal. */
const { tiny } = fc.letrec<{ tiny: unknown }>((tie) => ({
  tiny: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 0, 1, '', '0', 'a', '[]', ','),
    fc.array(tie('tiny'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('', '0', 'a', 'a,b', '"'), tie('tiny'), { maxKeys: 3 }),
  ),
}));

/** The same value with the members of every object in another order. */
function shuffled(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(shuffled);
  if (given === null || typeof given !== 'object') return given;
  return Object.fromEntries(
    Object.entries(given)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  );
}

const plain = (given: unknown) => JSON.parse(JSON.stringify(given)) as unknown;

describe('canonical JSON', () => {
  test('Canonical JSON does not depend on white space and the order of members', () => {
    fc.assert(
      fc.property(value, fc.nat(8), (given, indent) => {
        const respelled = JSON.parse(JSON.stringify(shuffled(given), null, indent)) as unknown;
        expect(canonicalJson(respelled)).toBe(canonicalJson(given));
      }),
    );
  });

  test('Canonical JSON is parsed to the same value', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(JSON.parse(canonicalJson(given))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });

  test('Two canonical texts are equal exactly when their values are', () => {
    fc.assert(
      fc.property(tiny, tiny, (a, b) => {
        expect(canonicalJson(a) === canonicalJson(b)).toBe(isDeepStrictEqual(plain(a), plain(b)));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [{ a: [] }, { a: {} }],
    [
      [1, 2],
      [2, 1],
    ],
    [
      [[1], 2],
      [1, [2]],
    ],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [{ 'a":1,"b': 2 }, { a: 1, b: 2 }],
    ['', null],
    [0, false],
    ['é', 'e\u0301'],
  ])('%j and %j have different canonical texts', (a, b) => {
    expect(canonicalJson(a)).not.toBe(canonicalJson(b));
  });

  test.each([
    ['{"a":1,"b":2}', '{ "b": 2,\n "a": 1 }'],
    ['{"a":"\\u0041"}', '{"a":"A"}'],
    ['{"a":1.0}', '{"a":1}'],
    ['{"a":1e2}', '{"a":100}'],
    ['{"a":{"c":1,"b":[{"y":1,"x":2}]}}', '{"a":{"b":[{"x":2,"y":1}],"c":1}}'],
  ])('%s and %s have the same canonical text', (a, b) => {
    expect(canonicalJson(JSON.parse(a))).toBe(canonicalJson(JSON.parse(b)));
  });

  test('Absent members are omitted from canonical JSON, and an absent body is null', () => {
    expect(canonicalJson(undefined)).toBe('null');
    expect(canonicalJson({ a: undefined })).toBe('{}');
  });
});
