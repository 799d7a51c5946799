import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { PREFIX } from '#shared/data/table.ts';
import type { Row, Table } from '#shared/data/table-client.ts';

/** The rows that the stream carried to the relay between two times: events and outbox entries. */
export interface CommittedRange {
  readonly since: number;
  readonly until: number;
  /** Only rows of this organization. */
  readonly organizationId?: string | undefined;
}

/** Reads the whole table, and returns the events and outbox entries of a range of time. */
export async function* scanCommitted(
  table: Table,
  { since, until, organizationId = '' }: CommittedRange,
): AsyncGenerator<Row> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        FilterExpression:
          '(begins_with(pk, :event) OR begins_with(pk, :outbox)) AND createdAt >= :since AND createdAt < :until',
        ExpressionAttributeValues: {
          ':event': `${PREFIX.event}${organizationId}`,
          ':outbox': `${PREFIX.outbox}${organizationId}`,
          ':since': since,
          ':until': until,
        },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    for (const row of Items ?? []) yield row as Row;
    start = LastEvaluatedKey;
  } while (start !== undefined);
}
