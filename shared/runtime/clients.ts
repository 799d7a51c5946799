import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../data/table-client.ts';
import { readEnv } from './env.ts';

/** The table this function works on. Clients are made once, at the function's start, and kept. */
let table: Table | undefined;

export function getTable(): Table {
  table ??= {
    client: DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    name: readEnv('TABLE_NAME').TABLE_NAME,
  };
  return table;
}
