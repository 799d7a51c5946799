import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { epochSeconds, HOUR } from '#shared/domain/time/time.ts';
import { rowDecoder } from '../decode-row.ts';
import { connectionKey } from '../entities/connection/connection.ts';
import { TABLE } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** The replies to a connection that functions are sending, in a row apart from that of the connection. */
interface PendingReplies {
  replies: number;
}

const decodePendingReplies = rowDecoder<PendingReplies>({ replies: 'number' });

const keyOf = (connectionId: string): Key => ({ pk: connectionKey(connectionId).pk, sk: 'REPLIES' });

/** Counts a reply that is about to be sent, or with -1 one that was. */
export async function countReply(table: Table, connectionId: string, by: 1 | -1, now: number): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keyOf(connectionId),
      UpdateExpression: 'ADD replies :by SET #gone = :gone',
      ExpressionAttributeNames: { '#gone': TABLE.timeToLive },
      ExpressionAttributeValues: { ':by': by, ':gone': epochSeconds(now + HOUR) },
    }),
  );
}

/** Whether a function is sending a reply to the connection. */
export async function hasPendingReplies(table: Table, connectionId: string): Promise<boolean> {
  const row = await getRow(table, decodePendingReplies, keyOf(connectionId), { strong: true });
  return (row?.replies ?? 0) > 0;
}

/** Removes the count of a connection that has ended. */
export async function removePendingReplies(table: Table, connectionId: string): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf(connectionId) }));
}
