import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expiredMonths, expiryMonth, storedBytesKey } from '../entities/organization/stored-bytes.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/** Content that an organization stores. */
export interface StoredContent {
  readonly organizationId: string;
  readonly bytes: number;
  /** When it is deleted, in epoch milliseconds; undefined if that has no fixed time. */
  readonly until?: number | undefined;
}

/**
 * Counts content before the commit that stores it, unless that would exceed `limit` bytes. It is not a part of the
 * commit, because all commits of the organization would then wait for one row. One conditional write both checks and
 * counts, so the limit is exact under concurrency. Returns whether there is room.
 */
export async function addStoredBytes(
  table: Table,
  content: StoredContent,
  limit: number,
  now: number,
): Promise<boolean> {
  const { organizationId, bytes } = content;
  if (bytes > limit) return false;
  const add = () =>
    conditionalWrite(
      table.client.send(
        new UpdateCommand({
          ...increment(table, content),
          ConditionExpression: 'attribute_not_exists(#total) OR #total <= :room',
          ExpressionAttributeValues: { ':bytes': bytes, ':room': limit - bytes },
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
  const first = await add();
  const expired = expiredMonths((first.written ? first.attributes : first.found) ?? {}, now);
  await Promise.all(expired.map(([month, gone]) => removeMonth(table, organizationId, month, gone)));
  if (first.written || expired.length === 0) return first.written;
  return (await add()).written;
}

/** Gives back what `addStoredBytes` counted: nothing stores the content, or it was deleted. */
export async function subtractStoredBytes(table: Table, content: StoredContent): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      ...increment(table, content),
      ExpressionAttributeValues: { ':bytes': -content.bytes },
    }),
  );
}

function increment(table: Table, { organizationId, until }: StoredContent) {
  const month = until === undefined ? undefined : expiryMonth(until);
  return {
    TableName: table.name,
    Key: storedBytesKey(organizationId),
    UpdateExpression: month === undefined ? 'ADD #total :bytes' : 'ADD #total :bytes, #month :bytes',
    ExpressionAttributeNames: { '#total': 'total', ...(month !== undefined && { '#month': month }) },
  };
}

/** Takes the bytes of a past month out of the total. Of several at once, one does. */
async function removeMonth(table: Table, organizationId: string, month: string, bytes: number): Promise<void> {
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: storedBytesKey(organizationId),
        UpdateExpression: 'ADD #total :minus REMOVE #month',
        ConditionExpression: '#month = :bytes',
        ExpressionAttributeNames: { '#total': 'total', '#month': month },
        ExpressionAttributeValues: { ':minus': -bytes, ':bytes': bytes },
      }),
    ),
  );
}
