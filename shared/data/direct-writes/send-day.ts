import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DAY } from '#shared/domain/time/time.ts';
import { patchExpression } from '../change.ts';
import { type Message, messageKey } from '../entities/mail/message.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { consumeToken } from './rate-limit.ts';

/**
 * Counts an email to this many recipients on a UTC day of its sending domain. Returns false, and counts nothing, beyond
 * `limit`. One conditional write checks and counts, so the limit is exact for any number of workers. The day may be a
 * later one: its room is then taken already, so that emails are sent in the order in which they were counted.
 */
export async function takeSendingRoom(
  table: Table,
  { domain, recipients, limit }: { domain: string; recipients: number; limit: number },
  day: number,
): Promise<boolean> {
  const options = { amount: recipients, windowMs: DAY };
  return (await consumeToken(table, `domain-ramp#${domain}`, limit, day, options)).allowed;
}

/**
 * Records the day on which an email counts, and why it waits, if that is a later one. Returns the day that the row has
 * afterwards: another worker may have recorded one. `undefined` if the email is not queued any more.
 *
 * No commit contains the write, because the worker that sends the email decides and not a request. If a worker crashes
 * between the count and this write, the next one counts the email again: the day then allows less, and never more.
 */
export async function recordSendDay(
  table: Table,
  message: Message,
  { sendsAt, detail, now }: { sendsAt: number; detail: string | undefined; now: number },
): Promise<number | undefined> {
  const updatedAt = Math.max(now, message.updatedAt);
  const patch = patchExpression({ set: { sendsAt, ...(detail === undefined ? {} : { detail, updatedAt }) } });
  const result = await conditionalWrite<Partial<Message>>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: messageKey(message.identityId, message.id),
        UpdateExpression: patch.expression,
        ConditionExpression: '#status = :queued AND attribute_not_exists(#sendsAt)',
        ExpressionAttributeNames: { ...patch.names, '#status': 'status', '#sendsAt': 'sendsAt' },
        ExpressionAttributeValues: { ...patch.values, ':queued': 'queued' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (result.written) return sendsAt;
  return result.found?.status === 'queued' ? result.found.sendsAt : undefined;
}
