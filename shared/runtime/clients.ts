import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../data/table-client.ts';
import { clientOptions } from './client-options.ts';
import { readEnv } from './env.ts';

let table: Table | undefined;

/** The stage's table. The client is created at the first call and reused for the lifetime of the function. */
export function getTable(): Table {
  table ??= {
    client: DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions({ maxAttempts: 5 })), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    name: readEnv('TABLE_NAME').TABLE_NAME,
  };
  return table;
}
