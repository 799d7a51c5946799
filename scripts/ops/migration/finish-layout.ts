import { recordMigrated } from '#shared/data/direct-writes/stored-layout.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { MigrationResult } from './run-migration.ts';

/**
 * Records that the table has no row with an older layout, if a run has shown it: one that walked the whole table and
 * left no row out, while the deployed release writes the new layout. Returns what an operator has to know.
 */
export async function finishLayout(
  table: Table,
  layout: number,
  { isComplete, isContinued, failures }: Pick<MigrationResult, 'isComplete' | 'isContinued' | 'failures'>,
): Promise<string> {
  if (!isComplete || failures.length > 0) return `the table may still have rows older than layout ${layout}`;
  // The interrupted run may have left rows out, and it has printed them, but not stored them.
  if (isContinued) return `run it once more without an interruption, to record that all rows have layout ${layout}`;
  if (await recordMigrated(table, layout)) return `no row is older than layout ${layout}`;
  return `the deployed release does not write layout ${layout} yet: deploy the one that does, and run this again`;
}
