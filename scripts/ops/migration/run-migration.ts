import { writeMigrationProgress } from '#shared/data/direct-writes/migration-progress.ts';
import {
  findMigrationProgress,
  type MigrationProgress,
  type SegmentPosition,
} from '#shared/data/entities/stage/migration.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { applyChange } from './apply-change.ts';
import { CapacityLimiter } from './capacity-limiter.ts';
import type { Migration, PreparedMigration } from './migration.ts';
import { scanSegment } from './scan-segment.ts';

export interface MigrationOptions {
  /** Without it, rows are counted and nothing is written, the progress included. */
  readonly isConfirmed: boolean;
  /** Parts of the table that are walked at the same time. A run that continues has those of the run before. */
  readonly segments: number;
  /** Capacity units of the table in a second. */
  readonly unitsPerSecond: number;
  /** Whether to stop before the next page. */
  readonly isStopped: () => boolean;
  readonly onPage: (counts: MigrationCounts) => void;
  readonly now: () => number;
}

interface MigrationCounts {
  /** Rows of the kinds of the migration that this run has read. */
  readonly read: number;
  /** Rows that this run has changed, or would change. */
  readonly changed: number;
}

/** How a run ended. */
export interface MigrationResult extends MigrationCounts {
  readonly isComplete: boolean;
  /** Whether it continued a run that did not reach its end. */
  readonly isContinued: boolean;
  /** Rows that could not be changed. The walk passes over them, and a further run tries them again. */
  readonly failures: readonly { readonly row: string; readonly reason: string }[];
  readonly units: number;
}

/**
 * Walks the whole table, in parts at the same time, and changes the rows of a migration. Its progress is stored in the
 * table after each page, so that a run that was killed continues from there. To process a page again does no harm: a
 * row in the new form needs no change.
 */
export async function runMigration(
  table: Table,
  { id, rows: kinds }: Migration,
  prepared: PreparedMigration,
  options: MigrationOptions,
): Promise<MigrationResult> {
  const { isConfirmed, now } = options;
  const earlier = isConfirmed ? await findMigrationProgress(table, id) : undefined;
  const isContinued = earlier !== undefined && earlier.finishedAt === null && earlier.target === prepared.target;
  const progress: MigrationProgress = isContinued ? earlier : begin(prepared.target, options);
  const changedBefore = progress.changed;
  const limiter = new CapacityLimiter(options.unitsPerSecond);
  const failures: { row: string; reason: string }[] = [];
  let [read, changed] = [0, 0];
  let isBroken = false;
  const isStopped = () => isBroken || options.isStopped();

  const change = async (row: Row): Promise<void> => {
    read += 1;
    try {
      const isChanged = isConfirmed
        ? await applyChange(table, row, prepared, limiter)
        : (await prepared.change(row)) !== undefined;
      if (isChanged) changed += 1;
    } catch (error) {
      if (!isOfRow(error)) throw error;
      failures.push({ row: `${row.pk} ${row.sk}`, reason: (error as Error).message });
    }
  };

  // Requests of all parts are saved one after the other, so that an older state never replaces a newer one.
  let saved = Promise.resolve();
  const save = (): Promise<void> => {
    saved = saved.then(() => writeMigrationProgress(table, id, { ...progress, changed: changedBefore + changed }));
    return saved;
  };

  const walk = async (index: number, from: SegmentPosition): Promise<void> => {
    if (from === 'end' || isStopped()) return;
    const segment = { index, of: progress.segments.length };
    for await (const { rows, position } of scanSegment(table, segment, from, { kinds, limiter })) {
      for (const row of rows) await change(row);
      progress.segments[index] = position;
      if (isConfirmed) await save();
      options.onPage({ read, changed });
      if (isStopped()) return;
    }
  };

  const walkOrStopAll = (from: SegmentPosition, index: number) =>
    walk(index, from).catch((error: unknown) => {
      isBroken = true;
      throw error;
    });
  const walks = await Promise.allSettled(progress.segments.map(walkOrStopAll));
  const failed = walks.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  const isComplete = progress.segments.every((position) => position === 'end');
  if (isConfirmed && isComplete) {
    progress.finishedAt = now();
    await save();
  }
  return { read, changed, isComplete, isContinued, failures, units: limiter.units };
}

function begin(target: string, { segments, now }: MigrationOptions): MigrationProgress {
  const positions = Array.from({ length: segments }, (): SegmentPosition => 'start');
  return { target, segments: positions, changed: 0, startedAt: now(), finishedAt: null };
}

/** Whether a failure concerns one row only. Failures of AWS end the run: they concern the next row too. */
function isOfRow(error: unknown): boolean {
  return !(error instanceof Error && '$metadata' in error);
}
