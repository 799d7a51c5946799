import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { heartbeatKey, WAYS_KEY, type WaysState } from '../entities/log/heartbeat.ts';
import { heartbeatEntry } from '../entities/log/outbox.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * The writes of the heartbeat. They are no part of a commit: a transaction costs twice as much, and nothing else is
 * written with them.
 *
 * See: docs/decisions/0038-alarms.md.
 */

/**
 * Writes the signal of this minute for some queues, for the relay; nothing if there are none. A run that is repeated in
 * the same millisecond changes nothing.
 */
export async function sendHeartbeat(table: Table, now: number, queues: readonly string[]): Promise<void> {
  if (queues.length === 0) return;
  await table.client.send(new PutCommand({ TableName: table.name, Item: heartbeatEntry(now, queues) }));
}

/** Records what the sweep has found out about the ways that it goes itself. */
export async function recordWays(table: Table, { at, ages, notified, notifiedAt }: WaysState): Promise<void> {
  const Item = { ...WAYS_KEY, at, ages, notified, notifiedAt };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

/** Records that the worker of a queue has processed a signal. An older one than the last changes nothing. */
export async function recordHeartbeat(table: Table, queue: string, sentAt: number): Promise<void> {
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: heartbeatKey(queue),
        UpdateExpression: 'SET sentAt = :sent',
        ConditionExpression: 'attribute_not_exists(sentAt) OR sentAt < :sent',
        ExpressionAttributeValues: { ':sent': sentAt },
      }),
    ),
  );
}
