import { expect } from 'vitest';

/** Matches a value that has at least the members of another one, at every depth. Lists have the same length. */
export function covering(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(covering);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, covering(one)])));
}
