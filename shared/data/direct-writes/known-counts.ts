import type { Key, Table } from '../table-client.ts';
import { ProcessMemory } from './process-memory.ts';

/** The maximum number of counters that a process remembers: some megabytes. */
export const MAX_KNOWN_COUNTS = 10_000;

/**
 * What this process knows of rate counters: each has reached at least this count. A counter only rises, and its row key
 * names its window, so what is known stays true until no request reads that counter any more.
 *
 * Only for counters of this kind. A limit that can be lifted before its window ends must not be remembered: another
 * function lifts it.
 */
const knownCounts = new ProcessMemory<number>(MAX_KNOWN_COUNTS);

/** Whether `amount` more would certainly exceed the limit of a counter, so that it need not be tried. */
export function certainlyExceeds(table: Table, counter: Key, amount: number, limit: number): boolean {
  const atLeast = knownCounts.get(table, nameOf(counter));
  return atLeast !== undefined && atLeast + amount > limit;
}

/** Remembers that a counter has reached a count. The oldest counter is forgotten if there are too many. */
export function rememberCount(table: Table, counter: Key, atLeast: number): void {
  const name = nameOf(counter);
  knownCounts.set(table, name, Math.max(atLeast, knownCounts.get(table, name) ?? atLeast));
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
