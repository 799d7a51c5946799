import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttemptOutcome, Delivery, RetryDecision } from '../../domain/delivery.ts';
import { type Patch, patchExpression } from '../change.ts';
import type { Table } from '../table-client.ts';
import { DUE_ATTRIBUTES, deliveryKey, dueAttributes } from './delivery.ts';

/**
 * The writes of delivery: each one conditional update of one row, outside the commit (decision 0002), because
 * whoever makes them may be killed at any moment and be followed by another who makes them again.
 */

/** Answers the row as it stood when the condition failed, or `undefined` when the write held. */
async function catchConditionFailure(write: Promise<unknown>): Promise<Delivery | undefined> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return unmarshall(error.Item ?? {}) as Delivery;
  }
}

/** Creates a delivery, or answers the one that is there already. */
export async function createDelivery(table: Table, delivery: Delivery): Promise<Delivery> {
  const existing = await catchConditionFailure(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...deliveryKey(delivery.organizationId, delivery.id), ...delivery },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return existing ?? delivery;
}

/** One attempt of a delivery: `attempt` counts the finished attempts of the generation before it. */
export interface AttemptRef {
  organizationId: string;
  deliveryId: string;
  generation: number;
  attempt: number;
}

export type Claim = { claimed: true; delivery: Delivery } | { claimed: false; leasedUntil: number | undefined };

/**
 * Acquires the lease of an attempt. Not claimed: the attempt was made already, the delivery has ended or was replayed,
 * or another worker holds the lease (`leasedUntil` says for how long at most).
 */
export async function claimAttempt(
  table: Table,
  ref: AttemptRef,
  lease: { id: string; until: number; now: number },
): Promise<Claim> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(ref.organizationId, ref.deliveryId),
        UpdateExpression: 'SET leaseId = :lease, leaseUntil = :until, updatedAt = :now',
        ConditionExpression:
          'generation = :generation AND attemptCount = :attempt AND #status IN (:pending, :retrying) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':lease': lease.id,
          ':until': lease.until,
          ':now': lease.now,
          ':generation': ref.generation,
          ':attempt': ref.attempt,
          ':pending': 'pending',
          ':retrying': 'retrying',
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { claimed: true, delivery: Attributes as Delivery };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const row = error.Item === undefined ? undefined : (unmarshall(error.Item) as Delivery);
    const sameAttempt = row?.generation === ref.generation && row.attemptCount === ref.attempt;
    return { claimed: false, leasedUntil: sameAttempt ? row.leaseUntil : undefined };
  }
}

/** Records how the claimed attempt ended. False: the claim was lost meanwhile, and the outcome with it. */
export async function recordOutcome(
  table: Table,
  delivery: Delivery,
  outcome: AttemptOutcome,
  verdict: RetryDecision,
  now: number,
): Promise<boolean> {
  const retrying = verdict.status === 'retrying';
  return concludeClaim(table, delivery, {
    set: {
      url: delivery.url,
      status: verdict.status,
      attemptCount: delivery.attemptCount + 1,
      lastError: outcome.ok ? null : outcome.error,
      responseStatus: outcome.responseStatus,
      durationMs: outcome.durationMs,
      nextAttemptAt: retrying ? verdict.nextAttemptAt : null,
      deliveredAt: verdict.status === 'delivered' ? now : null,
      updatedAt: now,
      ...(retrying ? dueAttributes(delivery.id, verdict.dueAt) : {}),
    },
    remove: ['leaseId', 'leaseUntil', ...(retrying ? [] : DUE_ATTRIBUTES)],
  });
}

/** Ends a claimed delivery that nobody is there for any more, without an attempt. A replay can begin it anew. */
export function deadLetterWithoutAttempt(
  table: Table,
  delivery: Delivery,
  reason: string,
  now: number,
): Promise<boolean> {
  return concludeClaim(table, delivery, {
    set: { status: 'dead_letter', lastError: reason, nextAttemptAt: null, updatedAt: now },
    remove: ['leaseId', 'leaseUntil', ...DUE_ATTRIBUTES],
  });
}

/** Writes what follows from a claim, while the claim still holds. */
async function concludeClaim(table: Table, delivery: Delivery, change: Patch): Promise<boolean> {
  const patch = patchExpression(change);
  const lost = await catchConditionFailure(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(delivery.organizationId, delivery.id),
        UpdateExpression: patch.expression,
        ConditionExpression: '#leaseId = :heldLease AND generation = :generation',
        ExpressionAttributeNames: patch.names,
        ExpressionAttributeValues: {
          ...patch.values,
          ':heldLease': delivery.leaseId,
          ':generation': delivery.generation,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return lost === undefined;
}

/**
 * Begins a delivery anew for a replay, and answers it when it is to be enqueued. One that is still in flight
 * (waiting for its first attempt, or leased) is left alone: it is not doubled.
 */
export async function restartDelivery(
  table: Table,
  delivery: Delivery,
  replayId: string,
  now: number,
): Promise<Delivery | undefined> {
  const patch = patchExpression({
    set: {
      status: 'pending',
      attemptCount: 0,
      generation: delivery.generation + 1,
      lastError: null,
      responseStatus: null,
      durationMs: null,
      nextAttemptAt: null,
      deliveredAt: null,
      updatedAt: now,
      replayId,
    },
    remove: ['leaseId', 'leaseUntil', ...DUE_ATTRIBUTES],
  });
  const inFlight = await catchConditionFailure(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(delivery.organizationId, delivery.id),
        UpdateExpression: patch.expression,
        ConditionExpression:
          'generation = :seen AND #status <> :pending AND (attribute_not_exists(#replayId) OR #replayId <> :replayId) AND (attribute_not_exists(#leaseUntil) OR #leaseUntil < :updatedAt)',
        ExpressionAttributeNames: patch.names,
        ExpressionAttributeValues: { ...patch.values, ':seen': delivery.generation, ':pending': 'pending' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (inFlight === undefined)
    return { ...delivery, status: 'pending', attemptCount: 0, generation: delivery.generation + 1 };
  return inFlight.replayId === replayId && inFlight.status === 'pending' ? inFlight : undefined;
}

/** Puts off the sweeper's next look at a delivery that it enqueues now. False: it is not due any more. */
export async function deferDueDelivery(
  table: Table,
  key: { pk: string; sk: string },
  seenDueAt: string,
  until: number,
): Promise<Delivery | undefined> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: 'SET due_at = :until',
        ConditionExpression: 'due_at = :seen AND #status = :retrying',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':until': dueAttributes(key.sk, until).due_at,
          ':seen': seenDueAt,
          ':retrying': 'retrying',
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes as Delivery;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
