import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type MigrationProgress, migrationRowKey } from '../entities/stage/migration.ts';
import type { Table } from '../table-client.ts';

/**
 * Writes how far a migration is. There is no condition: a position says only that every row before it was processed,
 * which stays true when two processes run the same migration.
 */
export async function writeMigrationProgress(table: Table, id: string, progress: MigrationProgress): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: { ...migrationRowKey(id), ...progress } }));
}
