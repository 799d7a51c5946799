import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type ReleaseLayouts, type StoredLayouts, withWriter } from '#shared/domain/stage/layout.ts';
import { STORED_LAYOUT_KEY, type StoredLayoutRow } from '../entities/stage/stored-layout.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * Records that a release begins to write to a table with these layouts; `undefined` for a table without rows. Returns
 * false if another writer has changed them since they were read. Not part of a commit: it happens before a deployment.
 */
export async function recordWriter(
  table: Table,
  found: StoredLayouts | undefined,
  release: ReleaseLayouts,
): Promise<boolean> {
  const { oldest, newest } = found ?? { oldest: release.writes, newest: release.writes };
  const row: StoredLayoutRow = { ...withWriter({ oldest, newest }, release), writes: release.writes };
  const { written } = await conditionalWrite(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...STORED_LAYOUT_KEY, ...row },
        ...(found === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'oldest = :oldest AND newest = :newest',
              ExpressionAttributeValues: { ':oldest': oldest, ':newest': newest },
            }),
      }),
    ),
  );
  return written;
}

/**
 * Records that a migration has left no row with a layout below this one. Returns false, and changes nothing, while the
 * deployed release writes an older layout: it may have written further rows behind the migration.
 */
export async function recordMigrated(table: Table, layout: number): Promise<boolean> {
  const { written } = await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: STORED_LAYOUT_KEY,
        UpdateExpression: 'SET oldest = :layout',
        ConditionExpression: 'writes >= :layout AND newest >= :layout',
        ExpressionAttributeValues: { ':layout': layout },
      }),
    ),
  );
  return written;
}
