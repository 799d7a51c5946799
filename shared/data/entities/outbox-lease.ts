import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE } from '../../domain/time.ts';
import type { Table } from '../table-client.ts';
import { type OutboxEntry, outboxKey } from './outbox.ts';

/** How long whoever sends may take; afterwards another may try. */
const CLAIM_MS = MINUTE;

/** Notes that the entry's work is being attempted. False: it is done, or another attempts it now. */
export async function claimOutbox(table: Table, entry: OutboxEntry, now: number): Promise<boolean> {
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: outboxKey(entry.organizationId, entry.id),
        UpdateExpression: 'SET claimedUntil = :until ADD attempts :one',
        ConditionExpression:
          'attribute_exists(pk) AND attribute_not_exists(sentAt) AND (attribute_not_exists(claimedUntil) OR claimedUntil < :now)',
        ExpressionAttributeValues: { ':until': now + CLAIM_MS, ':now': now, ':one': 1 },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Ends an attempt of which it is certain that it did nothing: the next need not wait. */
export async function releaseOutbox(table: Table, entry: OutboxEntry): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: outboxKey(entry.organizationId, entry.id),
      UpdateExpression: 'REMOVE claimedUntil',
    }),
  );
}

/** Notes that the entry's work is done, and under which id the provider knows it. */
export async function markSent(
  table: Table,
  entry: OutboxEntry,
  providerMessageId: string,
  now: number,
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: outboxKey(entry.organizationId, entry.id),
      UpdateExpression: 'SET sentAt = :now, providerMessageId = :provider REMOVE claimedUntil, sealedCode',
      ExpressionAttributeValues: { ':now': now, ':provider': providerMessageId },
    }),
  );
}
