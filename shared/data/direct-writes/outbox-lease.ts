import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE } from '#shared/domain/time/time.ts';
import { patchExpression } from '../change.ts';
import { type OutboxEntry, outboxKey } from '../entities/log/outbox.ts';
import { UNSENT_ATTRIBUTES, unsentAttributes } from '../entities/mail/unsent-email.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/** How long a worker may take to send; after that, another worker may try. */
const LEASE_MS = MINUTE;

/**
 * Acquires the lease for the work of an entry. Returns false if the work is done, or another worker has the lease. `id`
 * is new for each attempt: if the response was lost and the client has sent the call again, the row has it already.
 */
export async function acquireOutboxLease(
  table: Table,
  entry: OutboxEntry,
  { id, now }: { id: string; now: number },
): Promise<boolean> {
  const result = await conditionalWrite<{ leaseId?: string; sentAt?: number }>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: outboxKey(entry.organizationId, entry.id),
        UpdateExpression: 'SET leaseUntil = :until, leaseId = :id ADD attempts :one',
        ConditionExpression:
          'attribute_exists(pk) AND attribute_not_exists(sentAt) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now)',
        ExpressionAttributeValues: { ':until': now + LEASE_MS, ':id': id, ':now': now, ':one': 1 },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (result.written) return true;
  return result.found?.leaseId === id && result.found.sentAt === undefined;
}

/**
 * Releases the lease of an attempt that certainly sent nothing, so that the next attempt need not wait. The sweep
 * measures how long the email waits.
 */
export async function releaseOutboxLease(table: Table, entry: OutboxEntry): Promise<void> {
  const patch = patchExpression({ set: unsentAttributes(entry.createdAt), remove: ['leaseUntil'] });
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: outboxKey(entry.organizationId, entry.id),
        UpdateExpression: patch.expression,
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(sentAt)',
        ExpressionAttributeNames: patch.names,
        ExpressionAttributeValues: patch.values,
      }),
    ),
  );
}

/** Records that an email will not be sent, because its code is no longer valid: it does not wait any more. */
export async function giveUpOutbox(table: Table, entry: OutboxEntry): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: outboxKey(entry.organizationId, entry.id),
      UpdateExpression: `REMOVE ${UNSENT_ATTRIBUTES.join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
    }),
  );
}

/** Records that the mail of an entry was sent, and the provider's id of it. */
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
      UpdateExpression:
        'SET sentAt = :now, providerMessageId = :provider REMOVE leaseUntil, sealedCode, due_pk, due_at',
      ExpressionAttributeValues: { ':now': now, ':provider': providerMessageId },
    }),
  );
}
