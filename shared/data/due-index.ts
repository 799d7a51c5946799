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

/** The rows of a partition of the index that are due, oldest first. */
export function dueRows(table: Table, partition: string, until: number, limit: number) {
  const range = { pk: partition, from: dueTime(0), to: dueTime(until) };
  return queryRows(table, decodeDueRow, { ...range, index: TABLE.dueIndex, limit });
}
