import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { runMigration } from '#scripts/ops/migration/run-migration.ts';
import { addForm } from './add-form.ts';

/**
 * Runs a migration as a process of its own, which a test can kill. It prints a line for each page.
 *
 * Usage: node migration-child.ts <endpoint of the engine> <name of the table>
 */
const [endpoint = '', name = ''] = process.argv.slice(2);
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials }));
const table = { client, name };
await runMigration(table, addForm.migration, addForm.prepared, {
  isConfirmed: true,
  segments: 1,
  // Slow, so that there is time to kill it.
  unitsPerSecond: 200,
  isStopped: () => false,
  onPage: ({ changed }) => console.log(changed),
  now: Date.now,
});
