import { rowDecoder } from './decode-row.ts';
import { TABLE } from './table.ts';
import { queryRows, type Table } from './table-client.ts';

/** A row of the index of due work. It has the key of the row that is due, and nothing else. */
export interface DueRow {
  due_at: string;
}

const decodeDueRow = rowDecoder<DueRow>({ due_at: 'string' });

/** Milliseconds as text that sorts as the numbers do. */
export function dueTime(at: number): string {
  return String(Math.max(0, Math.floor(at))).padStart(15, '0');
}

const FIRST_DUE = '~';

/**
 * The sort key of a row that was due and is due again later, because its job was enqueued: the later time, and the time
 * at which it was due first. It sorts by the later time, and no attribute is added for the other.
 */
export function postponedDueTime(seen: string, until: number): string {
  return `${dueTime(until)}${FIRST_DUE}${dueTime(firstDueAt(seen))}`;
}

/** When a row was due first, in milliseconds since the epoch. */
export function firstDueAt(dueAt: string): number {
  return Number(dueAt.split(FIRST_DUE).at(-1));
}

/** When a row is due, in milliseconds since the epoch. */
export function nextDueAt(dueAt: string): number {
  return Number(dueAt.split(FIRST_DUE).at(0));
}

/** The rows of a partition of the index that are due by a time (inclusive), oldest first. */
export function dueRows(table: Table, partition: string, until: number, limit: number, since = 0) {
  const range = { pk: partition, from: dueTime(since), to: `${dueTime(until)}${FIRST_DUE}~` };
  return queryRows(table, decodeDueRow, { ...range, index: TABLE.dueIndex, limit });
}
