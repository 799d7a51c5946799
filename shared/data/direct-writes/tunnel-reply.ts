import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { replyKey, replyRow, type SealedReply } from '../entities/tunnel/tunnel-reply.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/** Which message of which response. */
export interface ReplyPosition {
  tunnelId: string;
  requestId: string;
  sequence: number;
}

/**
 * Stores a message of a response. A direct write, because only the function that holds the public request reads it, and
 * only for two minutes. The first message with a number counts; a repetition is dropped.
 */
export async function storeReply(
  table: Table,
  { tunnelId, requestId, sequence }: ReplyPosition,
  reply: SealedReply,
  now: number,
): Promise<void> {
  await conditionalWrite(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: replyRow(replyKey(tunnelId, requestId, sequence), reply, now),
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}
