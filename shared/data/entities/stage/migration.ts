import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/** How far a part of the table was walked: not begun, up to a row, or to its end. */
export type SegmentPosition = 'start' | 'end' | Key;

/** The progress of a migration of rows, which survives the process that runs it. */
export interface MigrationProgress {
  /** What the rows are changed to. A migration with another target begins again. */
  target: string;
  /** One position for each part of the table. */
  segments: SegmentPosition[];
  /** Rows that were changed so far. */
  changed: number;
  startedAt: number;
  /** null while the walk is not at its end. */
  finishedAt: number | null;
}

const decodeProgress = rowDecoder<MigrationProgress>({
  target: 'string',
  segments: 'array',
  changed: 'number',
  startedAt: 'number',
  finishedAt: 'number?',
});

export function migrationRowKey(id: string): Key {
  return { pk: `${PREFIX.migration}${id}`, sk: 'PROGRESS' };
}

/** The progress of a migration by a strongly consistent read, or `undefined` if it never ran. */
export function findMigrationProgress(table: Table, id: string): Promise<Row<MigrationProgress> | undefined> {
  return getRow(table, decodeProgress, migrationRowKey(id), { strong: true });
}
