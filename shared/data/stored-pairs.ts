/**
 * Name-value pairs of a client in a form that can be stored. The SDK's marshaller recognizes a plain object by its
 * `constructor`, so a plain object with a pair named `constructor` would make the write fail.
 */
export function storedPairs(pairs: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(pairs));
}
