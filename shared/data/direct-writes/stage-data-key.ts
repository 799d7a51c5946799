import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type StageDataKey, stageDataKeyRowKey } from '../entities/stage/stage-data-key.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/** Writes a new version of the stage's data key. Returns false if another writer has written it first. */
export async function insertStageDataKey(
  table: Table,
  stage: string,
  version: number,
  dataKey: Required<StageDataKey>,
): Promise<boolean> {
  const { written } = await conditionalWrite(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...stageDataKeyRowKey(stage, version), ...dataKey },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
  return written;
}
