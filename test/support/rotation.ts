/**
 * A few of many values, others at each index. A check that every operation passes through the same code is made with a
 * few values for each operation, and all operations together try all values.
 */
export function rotation<T>(values: readonly T[], index: number, count: number): T[] {
  if (count >= values.length) return [...values];
  return Array.from({ length: count }, (_, n) => values[(index * count + n) % values.length] as T);
}
