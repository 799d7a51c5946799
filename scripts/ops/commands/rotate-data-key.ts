import { findStageDataKeys } from '#shared/data/entities/stage/stage-data-key.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import type { OpsCommand } from '../command.ts';
import { describeVersions, planRotation, rotateDataKey } from '../data-key-rotation.ts';

/** Creates a new version of the data key of the stage. See: docs/runbook.md#replacing-the-data-key. */
export const rotateDataKeyCommand: OpsCommand = {
  name: 'rotate-data-key',
  summary: 'replaces the data key of the stage by a new version, and keeps what it sealed readable',
  args: [],
  options: {},
  changes: true,
  run: async ({ stage, confirmed, now }) => {
    const table = await stage.table();
    const versions = await findStageDataKeys(table, stage.name);
    const rows = describeVersions(versions, now);
    const plan = planRotation(versions, now);
    if (!confirmed) {
      const note = `version ${plan.version} would be created, and functions would seal with it from a quarter of an hour later`;
      return { rows, notes: [note] };
    }
    const keyService = await stage.keyService();
    const { version, activeFrom } = await rotateDataKey({ table, keyService }, stage.name, now);
    return { rows, notes: [`version ${version} was created; functions seal with it from ${timestamp(activeFrom)}`] };
  },
};
