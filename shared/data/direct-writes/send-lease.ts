import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { patchExpression } from '../change.ts';
import { type Message, messageKey, sendableSince } from '../entities/mail/message.ts';
import { UNSENT_ATTRIBUTES, unsentAttributes } from '../entities/mail/unsent-email.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

export type SendLease = { acquired: true; attempts: number } | { acquired: false; until: number | undefined };

/**
 * Acquires the lease to send a queued message. It is not acquired if the message is no longer queued (`until` is
 * undefined), or if another attempt may be in progress until then.
 *
 * A crashed attempt keeps its lease until it expires. By then, the send event of SES, which carries our tags, has
 * usually recorded that SES accepted the mail, so that a crash after sending seldom sends an email twice.
 *
 * `id` is new for each attempt. If the response was lost and the client has sent the call again, the row has it
 * already.
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

/** What follows from an attempt that a provider did not accept. */
export interface UnsentOutcome {
  /** The provider certainly did not accept the message: the lease ends, so that the next attempt need not wait. */
  definitelyNotSent: boolean;
  /** The provider is the stage's SES, so the sweep measures how long the message waits. */
  waitsForStage: boolean;
  /** Why the message waits, for its sender. */
  detail: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Records an attempt that failed for now. Changes nothing if a notification has meanwhile recorded that the message was
 * sent. Only such messages are on the index of due work, so that a message that is sent at once costs no write for it.
 */
export async function recordUnsent(
  table: Table,
  message: Message,
  { definitelyNotSent, waitsForStage, detail, now }: UnsentOutcome,
): Promise<void> {
  const patch = patchExpression({
    set: {
      ...(waitsForStage ? unsentAttributes(sendableSince(message)) : {}),
      detail,
      updatedAt: Math.max(now, message.updatedAt),
    },
    remove: [...(waitsForStage ? [] : UNSENT_ATTRIBUTES), ...(definitelyNotSent ? ['sendingUntil'] : [])],
  });
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: messageKey(message.identityId, message.id),
        UpdateExpression: patch.expression,
        ConditionExpression: '#status = :queued AND attribute_not_exists(sentAt)',
        ExpressionAttributeNames: { ...patch.names, '#status': 'status' },
        ExpressionAttributeValues: { ...patch.values, ':queued': 'queued' },
      }),
    ),
  );
}
