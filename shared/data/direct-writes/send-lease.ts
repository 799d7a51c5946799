import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Message, messageKey } from '../entities/message.ts';
import type { Table } from '../table-client.ts';

export type SendLease = { acquired: true; attempts: number } | { acquired: false; until: number | undefined };

/**
 * Notes that a queued message is being handed to its provider. For the lease, an attempt whose end nobody noted is
 * believed to be under way: SES tells of a mail that it took (its send event carries our tags), so that a crash between
 * its answer and our note seldom sends a mail twice. Not claimed: it is no longer queued (`until` is
 * undefined), or another attempt may still be under way until then.
 */
export async function acquireSendLease(
  table: Table,
  message: Message,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<SendLease> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: messageKey(message.identityId, message.id),
        UpdateExpression: 'SET sendingUntil = :until ADD sendAttempts :one',
        ConditionExpression:
          '#status = :queued AND attribute_not_exists(sentAt) AND (attribute_not_exists(sendingUntil) OR sendingUntil < :now)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':until': now + leaseMs, ':now': now, ':one': 1, ':queued': 'queued' },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { acquired: true, attempts: Number(Attributes?.sendAttempts ?? 1) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const row = unmarshall(error.Item ?? {}) as Partial<Message>;
    const open = row.status === 'queued' && row.sentAt === undefined;
    return { acquired: false, until: open ? row.sendingUntil : undefined };
  }
}

/** Ends an attempt of which it is certain that the provider did not take the mail: the next need not wait. */
export async function releaseSendLease(table: Table, message: Message): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: messageKey(message.identityId, message.id),
      UpdateExpression: 'REMOVE sendingUntil',
    }),
  );
}
