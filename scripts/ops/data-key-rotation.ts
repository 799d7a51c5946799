import { insertStageDataKey } from '#shared/data/direct-writes/stage-data-key.ts';
import { findStageDataKeys, type StageDataKey, versionOf } from '#shared/data/entities/stage/stage-data-key.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { ACTIVATION_MS, type StageKeyService, stageKeyContext } from '#shared/runtime/stage-keyring.ts';
import type { Cells } from './command.ts';
import { OpsError } from './ops-error.ts';

/** The version that a rotation creates, and when functions begin to seal with it. */
export interface Rotation {
  readonly version: number;
  readonly activeFrom: number;
}

/** Each version, when it was created, and what it is used for. */
export function describeVersions(rows: readonly Row<StageDataKey>[], now: number): Cells[] {
  const sealing = rows.findLast(({ activeFrom = 0 }) => activeFrom <= now) ?? rows[0];
  return rows.map((row) => {
    const created = row.createdAt === undefined ? null : timestamp(row.createdAt);
    const use =
      row === sealing
        ? 'seals and opens'
        : (row.activeFrom ?? 0) > now
          ? `seals from ${timestamp(row.activeFrom ?? 0)}`
          : 'opens what it has sealed';
    return { version: versionOf(row), created, use };
  });
}

/**
 * What a rotation would create. Throws `OpsError` for a stage without a data key, which its first request
 * creates, and while the version before is not active yet.
 */
export function planRotation(rows: readonly Row<StageDataKey>[], now: number): Rotation {
  const newest = rows.at(-1);
  if (newest === undefined) throw new OpsError('the stage has no data key yet; its first request creates one');
  if ((newest.activeFrom ?? 0) > now) {
    const from = timestamp(newest.activeFrom ?? 0);
    throw new OpsError(`version ${versionOf(newest)} was created a moment ago and seals from ${from}; wait`);
  }
  return { version: versionOf(newest) + 1, activeFrom: now + ACTIVATION_MS };
}

/** Creates the next version of the stage's data key. Nothing that was sealed before changes. */
export async function rotateDataKey(
  { table, keyService }: { table: Table; keyService: Pick<StageKeyService, 'generateWrapped'> },
  stage: string,
  now: number,
): Promise<Rotation> {
  const rotation = planRotation(await findStageDataKeys(table, stage), now);
  const wrapped = await keyService.generateWrapped(stageKeyContext(stage));
  const { version, activeFrom } = rotation;
  const isWritten = await insertStageDataKey(table, stage, version, { wrapped, createdAt: now, activeFrom });
  if (!isWritten) throw new OpsError(`another command has created version ${version} at the same time`);
  return rotation;
}
