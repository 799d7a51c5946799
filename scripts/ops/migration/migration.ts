import type { RowKind } from '#shared/data/table.ts';
import type { Row } from '#shared/data/table-client.ts';
import type { DeployedStage } from '../deployed-stage.ts';

/** A migration that is ready to run on a stage. */
export interface PreparedMigration {
  /** What the rows are changed to. A run with another target does not continue this one, but begins again. */
  readonly target: string;
  /**
   * The row as it should be, or `undefined` if it need not change. It is called again with the present row after
   * another writer has changed it, so it may have no other effect. If other writers compare the `version` of the row,
   * the result has the next one; then a writer that has read the old row loads it again.
   */
  readonly change: (row: Row) => Promise<Row | undefined> | Row | undefined;
}

/** A migration of rows. To add one, write a file in `migrations/` and name it in `migrations.ts`. */
export interface Migration {
  /** Never used again for another migration: the table has its progress under this id. */
  readonly id: string;
  readonly description: string;
  /** The kinds of rows that it may change. All others are read and left out. */
  readonly rows: readonly RowKind[];
  /**
   * The layout that all rows have afterwards, for a step of a change of layout.
   *
   * See: docs/decisions/0032-releases-and-migrations.md#layouts.
   */
  readonly layout?: number;
  /** Loads what the migration needs. Throws `OpsError` if it cannot run now. */
  readonly prepare: (stage: DeployedStage, now: number) => Promise<PreparedMigration>;
}
