/**
 * Rules between the fields of an object, as JSON Schema. A schema of zod enforces each by a refinement, which the
 * generated description cannot see. A test checks that both agree.
 *
 * Each rule lists the refused cases under `not`. Generators of types ignore that keyword, while `oneOf` and `anyOf`
 * would split the object into nameless variants.
 */
export type RefusedCase = Readonly<Record<string, unknown>>;

/** The keywords for an object that refuses each of these cases. */
export function refuses(...cases: readonly RefusedCase[]): Readonly<Record<string, unknown>> {
  return { not: cases.length === 1 ? cases[0] : { anyOf: cases } };
}

/** None of the fields is given. */
export function without(...names: readonly string[]): RefusedCase {
  const given = names.map((name) => withAll(name));
  return { not: given.length === 1 ? given[0] : { anyOf: given } };
}

/**
 * All of the fields are given. Each is listed under `properties` too, with any value, because linters report a required
 * field that its own schema does not list as a typo.
 */
export function withAll(...names: readonly string[]): RefusedCase {
  return { required: names, properties: Object.fromEntries(names.map((name) => [name, {}])) };
}

/** Not exactly one of the fields is given. */
export function notExactlyOneOf(...names: readonly string[]): RefusedCase {
  return { not: { oneOf: names.map((name) => withAll(name)) } };
}

/**
 * Marks a schema that has all fields of others, so that the description shows those by reference. Its own schema
 * repeats them.
 */
export function extending(...bases: readonly [string, ...string[]]) {
  return { 'x-extends': bases };
}

/** At least one field must be given, although all are optional. */
export const NOT_EMPTY = { minProperties: 1 } as const;
