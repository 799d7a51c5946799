/** What a list shows at one place: a row, or that rows are missing there. The key is that of the element, for good. */
export type ListEntry<T> =
  | { readonly key: string; readonly row: T }
  | { readonly key: typeof GAP; readonly row?: undefined };

export const GAP = 'gap';

interface Sources<T> {
  /** The rows that have arrived, the newest first. */
  readonly live: readonly T[];
  /** The rows that were loaded, in order and without a gap between them. */
  readonly loaded: readonly T[];
  /** Whether rows between the two are missing. */
  readonly hasGap: boolean;
  readonly keyOf: (row: T) => string;
  /** Orders the rows as the list does. */
  readonly compare: (one: T, other: T) => number;
}

/**
 * The rows of a list from both sources, each once, as one sequence. It has to be one: an element that moves from one
 * sequence of children to another is created anew, and the focus in it is lost.
 */
export function entriesOf<T>({ live, loaded, hasGap, keyOf, compare }: Sources<T>): readonly ListEntry<T>[] {
  const rows = new Map([...live, ...loaded].map((row) => [keyOf(row), row]));
  const entries: ListEntry<T>[] = [...rows].map(([key, row]) => ({ key, row })).sort((a, b) => compare(a.row, b.row));
  if (!hasGap) return entries;
  const known = new Set(loaded.map(keyOf));
  const at = entries.findIndex(({ key }) => known.has(key));
  entries.splice(at === -1 ? entries.length : at, 0, { key: GAP });
  return entries;
}
