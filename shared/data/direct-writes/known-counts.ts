import type { Key, Table } from '../table-client.ts';

/** The maximum number of counters that a process remembers: some megabytes. */
export const MAX_KNOWN_COUNTS = 10_000;

/**
 * What this process knows of rate counters: each has reached at least this count. A counter only rises, and its row key
 * names its window, so what is known stays true until no request reads that counter any more.
 *
 * Only for counters of this kind. A limit that can be lifted before its window ends must not be remembered: another
 * function lifts it.
 */
const knownCounts = new WeakMap<Table['client'], Map<string, number>>();

/** Whether `amount` more would certainly exceed the limit of a counter, so that it need not be tried. */
export function certainlyExceeds(table: Table, counter: Key, amount: number, limit: number): boolean {
  const atLeast = knownCounts.get(table.client)?.get(nameOf(table, counter));
  return atLeast !== undefined && atLeast + amount > limit;
}

/** Remembers that a counter has reached a count. The oldest counter is forgotten if there are too many. */
export function rememberCount(table: Table, counter: Key, atLeast: number): void {
  const counts = knownCounts.get(table.client) ?? new Map<string, number>();
  knownCounts.set(table.client, counts);
  const name = nameOf(table, counter);
  const known = counts.get(name);
  counts.set(name, Math.max(atLeast, known ?? atLeast));
  if (counts.size <= MAX_KNOWN_COUNTS) return;
  for (const oldest of counts.keys()) {
    counts.delete(oldest);
    return;
  }
}

function nameOf({ name }: Table, { pk, sk }: Key): string {
  return `${name}\n${pk}\n${sk}`;
}
