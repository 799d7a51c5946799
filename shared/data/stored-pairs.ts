/**
 * Pairs whose names come from outside, in the form in which a row may hold them. The SDK's marshaller tells what an
 * object is by its `constructor`, so a plain object with a pair of that name is none to it, and the write fails.
 */
export function storedPairs(pairs: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(pairs));
}
