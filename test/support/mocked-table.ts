import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, vi } from 'vitest';
import type { Table } from '#shared/data/table-client.ts';

/** A table that fails as a test says, for failures that no engine produces on demand. Nothing waits before a retry. */
export function useMockedTable() {
  const dynamo = mockClient(DynamoDBDocumentClient);
  const table: Table = {
    client: DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-central-1' })),
    name: 'table',
  };
  beforeEach(() => {
    dynamo.reset();
    // Makes every random back-off zero.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  return { dynamo, table };
}
