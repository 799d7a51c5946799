import fc from 'fast-check';
import { type Json, resolved } from '#testing/described-api.ts';

/** Sample texts of a format. The service may accept other texts of the same format. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-11-21T08:33:46.649Z', '2026-11-21T08:33:46+01:00'],
  email: ['ada@example.com', 'Ada+tag@EXAMPLE.com'],
  uri: ['https://example.com/hook', 'https://example.com:8443/?a=b#c'],
};

const knownValues = new WeakMap<object, fc.Arbitrary<unknown>>();

/** Values that a schema of the description allows, apart from its `not`, which callers must filter. */
export function valuesOf(given: Json): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const values = knownValues.get(schema) ?? makeValuesOf(schema);
  knownValues.set(schema, values);
  return values;
}

function makeValuesOf(schema: Json): fc.Arbitrary<unknown> {
  const { type, enum: several, anyOf, allOf } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (several !== undefined) return fc.constantFrom(...several);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(valuesOf));
  if (allOf !== undefined)
    return fc.tuple(...allOf.map(valuesOf)).map((parts) => Object.assign({}, ...(parts as object[])));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one })));
  switch (type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return lists(schema);
    case 'object':
      return objectsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function texts({ pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Json): fc.Arbitrary<string> {
  const known = FORMATS[format];
  if (known !== undefined) return fc.constantFrom(...known);
  if (pattern === undefined) return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 60) });
  const fits = (text: string) =>
    new RegExp(pattern, 'u').test(text) && text.length >= minLength && text.length <= maxLength;
  return matching(pattern).filter(fits);
}

const knownMatching = new Map<string, fc.Arbitrary<string>>();

/** Texts that match a pattern. fast-check takes a tenth of a second to prepare some of the patterns. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = knownMatching.get(pattern) ?? makeMatching(pattern);
  knownMatching.set(pattern, known);
  return known;
}

/** fast-check does not support lookaheads: for a pattern with one, generated texts are filtered. */
function makeMatching(pattern: string): fc.Arbitrary<string> {
  return pattern.includes('(?!') ? fc.string({ minLength: 1, maxLength: 40 }) : fc.stringMatching(new RegExp(pattern));
}

function lists({ items, minItems = 0, maxItems = 4, uniqueItems = false }: Json): fc.Arbitrary<unknown[]> {
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) };
  return uniqueItems ? fc.uniqueArray(valuesOf(items), bounds) : fc.array(valuesOf(items), bounds);
}

function objectsOf({ properties, required = [], additionalProperties, propertyNames, maxProperties = 5 }: Json) {
  if (properties === undefined) {
    const names = propertyNames === undefined ? fc.string({ maxLength: 10 }) : texts(propertyNames);
    const values =
      typeof additionalProperties === 'object' ? valuesOf(additionalProperties) : fc.jsonValue({ maxDepth: 1 });
    return fc.dictionary(names, values, { maxKeys: Math.min(maxProperties, 3), noNullPrototype: true });
  }
  const fields = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valuesOf(property)]));
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
}

/** Replacements for a value: values of every type, and texts with lengths near the usual limits. */
const REPLACEMENTS = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', 'x', '\u0007', 0, -1, 1.5, 1e9, true, [], {}, [null], [[]], { surprise: 1 }),
  fc
    .constantFrom(1, 40, 41, 200, 201, 254, 255, 256, 500, 501, 998, 999, 2000, 2001, 2049)
    .map((length) => 'x'.repeat(length)),
);

/** A value with one change: a place replaced or removed, a field added, an item doubled, or many items. */
export function nearly(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(values, REPLACEMENTS, fc.nat(), fc.nat(4)).map(([value, replacement, at, how]) => {
    const copy = structuredClone(value);
    const places = placesIn(copy);
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) return replacement;
    const [holder, key] = place;
    const member = holder[key];
    if (how === 0) delete holder[key];
    else if (how === 1 && Array.isArray(member)) member.push(...member);
    else if (how === 2 && Array.isArray(member)) member.push(...Array.from({ length: 201 }, () => member[0] ?? 'x'));
    else if (how === 3 && member !== null && typeof member === 'object') Object.assign(member, { surprise: 1 });
    else if (how === 4) Object.assign(copy as object, { surprise: replacement });
    else holder[key] = replacement;
    return Array.isArray(holder) ? JSON.parse(JSON.stringify(copy)) : copy;
  });
}

function placesIn(value: unknown): [Json, string][] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => [[value, key] as [Json, string], ...placesIn(member)]);
}
