import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { z } from 'zod';
import { recordWriter } from '#shared/data/direct-writes/stored-layout.ts';
import type { Table } from '#shared/data/table-client.ts';
import { examineLayout } from '#shared/data/table-layout.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { overlapRefusal, type ReleaseLayouts } from '#shared/domain/stage/layout.ts';

/** What the template says about a release. CloudFormation passes every number as text. */
const releaseSchema = z.object({ Reads: z.array(z.coerce.number()).min(1), Writes: z.coerce.number() });

/** The logs that the release writes and that are in no stack. Release 0.2.0 names none. */
const logsSchema = z.object({
  Logs: z.array(z.string()).default([]),
  LogRetentionDays: z.coerce.number().optional(),
});

export interface GuardSurroundings {
  readonly table: () => Table;
  /** Creates the logs that do not exist, and sets the retention of all. */
  readonly createLogs: (names: readonly string[], retentionDays: number | undefined) => Promise<void>;
  /** Whether CloudFormation is rolling back a stack update. */
  readonly isRollingBack: () => Promise<boolean>;
}

/** A role that was made a moment ago may be refused for some seconds. */
const ATTEMPTS = 10;
const PAUSE_MS = 3000;

/**
 * Returns why the release of the event may not be deployed, or records that it writes to the table from now on and
 * makes the logs that it writes. The releases of an update were both accepted before, so to roll the update back is
 * never refused: it would leave a stack in which nothing can be deployed.
 */
export async function guardLayout(
  event: CloudFormationCustomResourceEvent,
  { table, createLogs, isRollingBack }: GuardSurroundings,
): Promise<string | undefined> {
  if (event.RequestType === 'Delete') return undefined;
  const next = releaseOf(event.ResourceProperties);
  const { Logs, LogRetentionDays } = logsSchema.parse(event.ResourceProperties);
  const prepare = async () => {
    const refusal = await examineAndRecord(table(), next);
    if (refusal === undefined) await createLogs(Logs, LogRetentionDays);
    return refusal;
  };
  if (event.RequestType === 'Update') {
    if (await isRollingBack()) {
      // What it may say about the table is of no consequence: the release before must be able to come back.
      await prepare().catch(() => undefined);
      return undefined;
    }
    const overlap = overlapRefusal(releaseOf(event.OldResourceProperties), next);
    if (overlap !== undefined) return overlap;
  }
  return untilAllowed(prepare);
}

/** Another writer, such as a migration, may change the layouts between the read and the write. */
async function examineAndRecord(table: Table, release: ReleaseLayouts): Promise<string | undefined> {
  for (;;) {
    const { found, refusal } = await examineLayout(table, release);
    if (refusal !== undefined) return refusal;
    if (await recordWriter(table, found, release)) return undefined;
  }
}

async function untilAllowed<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if ((error as Error).name !== 'AccessDeniedException' || attempt === ATTEMPTS) throw error;
      await pause(PAUSE_MS);
    }
  }
}

function releaseOf(properties: unknown): ReleaseLayouts {
  const { Reads, Writes } = releaseSchema.parse(properties);
  return { reads: Reads, writes: Writes };
}
