import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#shared/data/table-client.ts';

/** Every row of a table, whatever its size. */
export async function everyRow({ client, name }: Table): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true }))
    rows.push(...Items);
  return rows;
}
