import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE } from '../../domain/time.ts';
import { type OutboxEntry, outboxKey } from '../entities/outbox.ts';
import type { Table } from '../table-client.ts';

/** How long whoever sends may take; afterwards another may try. */
const LEASE_MS = MINUTE;

/** Notes that the entry's work is being attempted. False: it is done, or another attempts it now. */
export async function acquireOutboxLease(table: Table, entry: OutboxEntry, now: number): Promise<boolean> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: outboxKey(entry.organizationId, entry.id),
        UpdateExpression: 'SET leaseUntil = :until ADD attempts :one',
        ConditionExpression:
          'attribute_exists(pk) AND attribute_not_exists(sentAt) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now)',
        ExpressionAttributeValues: { ':until': now + LEASE_MS, ':now': now, ':one': 1 },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Ends an attempt of which it is certain that it did nothing: the next need not wait. */
export async function releaseOutboxLease(table: Table, entry: OutboxEntry): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: outboxKey(entry.organizationId, entry.id),
      UpdateExpression: 'REMOVE leaseUntil',
    }),
  );
}

/** Notes that the entry's work is done, and under which id the provider knows it. */
export async function recordOutboxSent(
  table: Table,
  entry: OutboxEntry,
  providerMessageId: string,
  now: number,
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: outboxKey(entry.organizationId, entry.id),
      UpdateExpression: 'SET sentAt = :now, providerMessageId = :provider REMOVE leaseUntil, sealedCode',
      ExpressionAttributeValues: { ':now': now, ':provider': providerMessageId },
    }),
  );
}
