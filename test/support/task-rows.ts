import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { taskPartition } from '#shared/data/entities/task.ts';
import type { Table } from '#shared/data/table-client.ts';

/** The rows of a task as they are stored. */
export async function taskRows({ client, name }: Table, taskId: string): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': taskPartition(taskId) },
    }),
  );
  return Items;
}
