import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/data/table-client.ts';

/** The rows of a partition as they are stored. */
export async function partitionRows({ client, name }: Table, pk: string): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );
  return Items;
}
