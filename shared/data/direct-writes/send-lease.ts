import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Message, messageKey } from '../entities/message.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

export type SendLease = { acquired: true; attempts: number } | { acquired: false; until: number | undefined };

/**
 * Acquires the lease to send a queued message. It is not acquired if the message is no longer queued (`until` is
 * undefined), or if another attempt may be in progress until then.
 *
 * A crashed attempt keeps its lease until it expires. By then, the send event of SES, which carries our tags, has
 * usually recorded that SES accepted the mail, so that a crash after sending seldom sends a mail twice.
 *
 * `id` is new for each attempt. If the response was lost and the client has sent the call again, the row has it already.
 */
export async function acquireSendLease(
  table: Table,
  message: Message,
  { id, now, leaseMs }: { id: string; now: number; leaseMs: number },
): Promise<SendLease> {
  const result = await conditionalWrite<Partial<Message>>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: messageKey(message.identityId, message.id),
        UpdateExpression: 'SET sendingUntil = :until, sendingBy = :id ADD sendAttempts :one',
        ConditionExpression:
          '#status = :queued AND attribute_not_exists(sentAt) AND (attribute_not_exists(sendingUntil) OR sendingUntil < :now)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':until': now + leaseMs, ':id': id, ':now': now, ':one': 1, ':queued': 'queued' },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (result.written) return { acquired: true, attempts: Number(result.attributes?.sendAttempts ?? 1) };
  const row = result.found;
  const open = row?.status === 'queued' && row.sentAt === undefined;
  if (open && row.sendingBy === id) return { acquired: true, attempts: Number(row.sendAttempts ?? 1) };
  return { acquired: false, until: open ? row.sendingUntil : undefined };
}

/** Releases the lease if the provider certainly did not accept the mail, so that the next attempt need not wait. */
export async function releaseSendLease(table: Table, message: Message): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: messageKey(message.identityId, message.id),
      UpdateExpression: 'REMOVE sendingUntil',
    }),
  );
}
