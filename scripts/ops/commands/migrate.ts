import { type Invocation, numberOption, type OpsCommand, type Report } from '../command.ts';
import { finishLayout } from '../migration/finish-layout.ts';
import type { Migration } from '../migration/migration.ts';
import { type MigrationResult, runMigration } from '../migration/run-migration.ts';
import { MIGRATIONS } from '../migrations.ts';
import { UsageError } from '../ops-error.ts';

const PROGRESS_EVERY = 10;

/** Runs a migration of rows, or says how many rows it would change. See: docs/runbook.md#migrating-rows. */
export const migrate: OpsCommand = {
  name: 'migrate',
  summary: 'changes the rows of the table to a new form, and continues where it was interrupted',
  args: ['migration'],
  options: {
    rate: { type: 'string', value: 'n', description: 'capacity units of the table in a second; default: 100' },
    segments: { type: 'string', value: 'n', description: 'parts of the table that are walked at once; default: 4' },
  },
  changes: true,
  run: async (invocation) => {
    const migration = MIGRATIONS.find(({ id }) => id === invocation.args[0]);
    if (migration === undefined) {
      const known = MIGRATIONS.map(({ id, description }) => `${id} (${description})`).join(', ');
      throw new UsageError(`no such migration: ${invocation.args[0]}; there are: ${known}`);
    }
    return runAndReport(migration, invocation);
  },
};

async function runAndReport(migration: Migration, invocation: Invocation): Promise<Report> {
  const { stage, confirmed, progress, now } = invocation;
  const unitsPerSecond = numberOption(invocation, 'rate', { min: 1, max: 100_000, fallback: 100 });
  const segments = numberOption(invocation, 'segments', { min: 1, max: 64, fallback: 4 });
  const prepared = await migration.prepare(stage, now);
  let stopped = false;
  let pages = 0;
  const stop = () => {
    stopped = true;
  };
  process.once('SIGINT', stop);
  try {
    const table = await stage.table();
    const result = await runMigration(table, migration, prepared, {
      isConfirmed: confirmed,
      segments,
      unitsPerSecond,
      isStopped: () => stopped,
      onPage: ({ read, changed }) => {
        pages += 1;
        if (pages % PROGRESS_EVERY === 0) progress(`${read} rows read, ${changed} ${confirmed ? '' : 'to be '}changed`);
      },
      now: Date.now,
    });
    const report = reportOf(result, prepared.target, confirmed);
    if (!confirmed || migration.layout === undefined) return report;
    return { ...report, notes: [...report.notes, await finishLayout(table, migration.layout, result)] };
  } finally {
    process.off('SIGINT', stop);
  }
}

function reportOf(result: MigrationResult, target: string, confirmed: boolean): Report {
  const { read, changed, failures, units, isComplete, isContinued } = result;
  const rest = confirmed ? 'not complete; the same command continues' : 'not complete: only a part was counted';
  return {
    rows: failures.map(({ row, reason }) => ({ row, reason })),
    notes: [
      ...(isContinued ? ['continued a run that was interrupted'] : []),
      `${read} rows read; ${changed} ${confirmed ? 'were changed' : 'would be changed'} to ${target}; ${Math.ceil(units)} units`,
      ...(failures.length > 0 ? [`${failures.length} rows could not be changed, and are as they were`] : []),
      ...(isComplete ? [] : [rest]),
    ],
    failed: failures.length > 0 || !isComplete,
  };
}
