import { expect } from 'vitest';

/**
 * Matches a value that has at least the members of another one, at every depth. Lists have the same length, except that
 * of the types of an endpoint: one without a choice has all types, and each release knows more of them.
 */
export function covering(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(covering);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [
    name,
    name === 'event_types' ? expect.arrayContaining(one) : covering(one),
  ]);
  return expect.objectContaining(Object.fromEntries(members));
}
