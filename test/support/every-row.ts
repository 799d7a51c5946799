import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/data/table-client.ts';

/** Every row of a table, whatever its size; with a prefix, those of the partitions that begin with it. */
export async function everyRow({ client, name }: Table, prefix?: string): Promise<Record<string, unknown>[]> {
  const filter = prefix !== undefined && {
    FilterExpression: 'begins_with(pk, :prefix)',
    ExpressionAttributeValues: { ':prefix': prefix },
  };
  const rows: Record<string, unknown>[] = [];
  const scan = { TableName: name, ConsistentRead: true, ...filter };
  for await (const { Items = [] } of paginateScan({ client }, scan)) rows.push(...Items);
  return rows;
}
