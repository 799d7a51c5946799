/** A pattern of an event source mapping: every key must match; an array holds alternatives. */
export type Pattern = Readonly<Record<string, unknown>>;

type Test = (value: unknown, argument: unknown) => boolean;

const COMPARISONS: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Matchers by name. `exists` is checked before the value. */
const MATCHERS: Readonly<Record<string, Test>> = {
  prefix: (value, prefix) => isText(value) && isText(prefix) && value.startsWith(prefix),
  suffix: (value, suffix) => isText(value) && isText(suffix) && value.endsWith(suffix),
  'equals-ignore-case': (value, other) => isText(value) && isText(other) && value.toLowerCase() === other.toLowerCase(),
  'anything-but': (value, refused) => {
    if (value === undefined) return false;
    if (Array.isArray(refused)) return !refused.includes(value);
    return typeof refused === 'object' && refused !== null ? !matchesOne(value, refused) : value !== refused;
  },
  numeric: (value, bounds) => typeof value === 'number' && Array.isArray(bounds) && withinBounds(value, bounds),
};

/**
 * Whether `event` passes the filters of a mapping. Without filters everything passes; of several filters one suffices.
 *
 * Source: Lambda developer guide, Control which events Lambda sends to your function (filter rule syntax).
 */
export function passes(event: unknown, patterns: readonly Pattern[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(event, pattern));
}

function matches(value: unknown, pattern: Pattern): boolean {
  return Object.entries(pattern).every(([key, expected]) => {
    if (key === '$or') return (expected as Pattern[]).some((alternative) => matches(value, alternative));
    const present = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    const actual = present ? (value as Record<string, unknown>)[key] : undefined;
    if (Array.isArray(expected)) return expected.some((alternative) => matchesAny(actual, alternative));
    return matches(actual, expected as Pattern);
  });
}

/** An array in the event matches when one of its items does. */
function matchesAny(actual: unknown, alternative: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((item) => matchesOne(item, alternative));
  return matchesOne(actual, alternative);
}

function matchesOne(actual: unknown, alternative: unknown): boolean {
  if (typeof alternative !== 'object' || alternative === null) return actual === alternative;
  return Object.entries(alternative).every(([name, argument]) => {
    if (name === 'exists') return (actual !== undefined) === argument;
    const test = MATCHERS[name];
    if (test === undefined) throw new Error(`a filter uses "${name}", which the local profile does not know`);
    return test(actual, argument);
  });
}

function withinBounds(value: number, bounds: readonly unknown[]): boolean {
  for (let index = 0; index < bounds.length; index += 2) {
    const compare = COMPARISONS[String(bounds[index])];
    if (compare === undefined || !compare(value, Number(bounds[index + 1]))) return false;
  }
  return true;
}
