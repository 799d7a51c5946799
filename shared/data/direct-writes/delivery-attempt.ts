import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AttemptOutcome, RetryDecision } from '#shared/domain/delivery/delivery.ts';
import { type FinishedAttempt, withAttempt } from '#shared/domain/delivery/finished-attempts.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Patch, patchExpression } from '../change.ts';
import { postponedDueTime } from '../due-index.ts';
import { type Delivery, DUE_ATTRIBUTES, deliveryKey, dueAttributes } from '../entities/delivery/delivery.ts';
import { waitingAttributes } from '../entities/delivery/waiting-deliveries.ts';
import { TABLE } from '../table.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * The writes of the delivery worker, the relay and the sweep to one delivery. They are not part of a commit. A worker
 * may crash and another may retry, so every write is conditional.
 *
 * See: docs/decisions/0002-one-commit.md.
 */

/**
 * Creates a delivery, which waits for the budget of its organization if `wait` says so. Returns it, or the one that
 * exists already.
 */
export async function createDelivery(table: Table, delivery: Delivery, wait?: BudgetWait): Promise<Delivery> {
  const created = { ...delivery, ...(wait && waitingState(wait, delivery.createdAt)) };
  const result = await conditionalWrite<Delivery>(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...deliveryKey(delivery.organizationId, delivery.id),
          ...created,
          ...(wait && waitingAttributes(delivery.organizationId, delivery.createdAt)),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return result.written ? created : (result.found ?? created);
}

/** Why a delivery waits for the budget of its organization, until when at the latest, and how many bytes it needs. */
export interface BudgetWait {
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly until: number;
  readonly bytes: number;
}

/** The attributes of a delivery that has waited since `dueSince`. */
export function waitingState({ reason, until, bytes }: BudgetWait, dueSince: number) {
  return { lastError: reason, nextAttemptAt: until, dueSince, waitingBytes: bytes };
}

/** One attempt of a delivery: `attempt` counts the finished attempts of the generation before it. */
export interface AttemptRef {
  organizationId: string;
  deliveryId: string;
  generation: number;
  attempt: number;
}

export type AttemptLease =
  | { acquired: true; delivery: Delivery }
  | { acquired: false; leasedUntil: number | undefined };

/**
 * Acquires the lease for the attempt that a job names. It is not acquired if the attempt was made already, the delivery
 * has ended or was restarted, or another worker has the lease (then `leasedUntil` says when it expires). If the
 * response was lost and the client has sent the call again, the row has this lease already.
 */
export async function acquireAttemptLease(
  table: Table,
  job: AttemptRef,
  lease: { id: string; until: number; now: number },
): Promise<AttemptLease> {
  const result = await conditionalWrite<Delivery>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(job.organizationId, job.deliveryId),
        UpdateExpression: 'SET leaseId = :lease, leaseUntil = :until, updatedAt = :now',
        ConditionExpression:
          'generation = :generation AND attemptCount = :attempt AND #status IN (:pending, :retrying) AND (attribute_not_exists(leaseUntil) OR leaseUntil < :now)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':lease': lease.id,
          ':until': lease.until,
          ':now': lease.now,
          ':generation': job.generation,
          ':attempt': job.attempt,
          ':pending': 'pending',
          ':retrying': 'retrying',
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (result.written) return { acquired: true, delivery: result.attributes as Delivery };
  const row = result.found;
  if (row?.leaseId === lease.id) return { acquired: true, delivery: row };
  const sameAttempt = row?.generation === job.generation && row.attemptCount === job.attempt;
  return { acquired: false, leasedUntil: sameAttempt ? row.leaseUntil : undefined };
}

/** When an attempt ended, and how long the record of a delivery is kept after its last one. */
export interface AttemptEnd {
  now: number;
  retentionMs: number;
}

/** The attribute by which the table removes an ended delivery. */
function expiry({ now, retentionMs }: AttemptEnd): Record<string, number> {
  return { [TABLE.timeToLive]: epochSeconds(now + retentionMs) };
}

/**
 * Records the outcome of the leased attempt. Returns false, and records nothing, if the lease was lost meanwhile. If
 * the response was lost and the client has sent the call again, the row has this outcome already.
 */
export async function recordOutcome(
  table: Table,
  delivery: Delivery,
  outcome: AttemptOutcome,
  decision: RetryDecision,
  end: AttemptEnd,
): Promise<boolean> {
  const { now } = end;
  const retrying = decision.status === 'retrying';
  const attemptCount = delivery.attemptCount + 1;
  const { written, found } = await updateLeased(table, delivery, {
    set: {
      url: delivery.url,
      status: decision.status,
      attemptCount,
      lastError: outcome.ok ? null : outcome.error,
      ...(!outcome.ok && { attempts: withAttempt(delivery.attempts, failedAttempt(outcome, now)) }),
      responseStatus: outcome.responseStatus,
      durationMs: outcome.durationMs,
      nextAttemptAt: retrying ? decision.nextAttemptAt : null,
      deliveredAt: decision.status === 'delivered' ? now : null,
      updatedAt: now,
      ...(retrying ? dueAttributes(delivery.id, decision.dueAt) : expiry(end)),
    },
    remove: ['leaseId', 'leaseUntil', 'dueSince', 'waitingBytes', ...(retrying ? [] : DUE_ATTRIBUTES)],
  });
  if (written) return true;
  const isSameAttempt = found?.generation === delivery.generation && found.attemptCount === attemptCount;
  return isSameAttempt && found.status === decision.status && found.updatedAt === now && found.leaseId === undefined;
}

function failedAttempt(
  { responseStatus, durationMs, error }: Extract<AttemptOutcome, { ok: false }>,
  endedAt: number,
): FinishedAttempt {
  return { endedAt, responseStatus, durationMs, error };
}

/**
 * Ends a leased delivery without an attempt, because its endpoint or event no longer exists. A replay can restart it.
 */
export async function deadLetterWithoutAttempt(
  table: Table,
  delivery: Delivery,
  reason: string,
  end: AttemptEnd,
): Promise<boolean> {
  const { written } = await updateLeased(table, delivery, {
    set: { status: 'dead_letter', lastError: reason, nextAttemptAt: null, updatedAt: end.now, ...expiry(end) },
    remove: ['leaseId', 'leaseUntil', ...DUE_ATTRIBUTES],
  });
  return written;
}

/** Prolongs the lease of a running attempt. Returns false if it was lost meanwhile. */
export async function renewAttemptLease(table: Table, delivery: Delivery, until: number): Promise<boolean> {
  return (await updateLeased(table, delivery, { set: { leaseUntil: until } })).written;
}

/** Updates a delivery if its lease is still the one that was acquired. */
export async function updateLeased(
  table: Table,
  delivery: Delivery,
  change: Patch,
): Promise<{ written: boolean; found?: Delivery | undefined }> {
  const patch = patchExpression(change);
  return conditionalWrite<Delivery>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(delivery.organizationId, delivery.id),
        UpdateExpression: patch.expression,
        ConditionExpression: '#leaseId = :heldLease AND generation = :generation',
        ExpressionAttributeNames: { ...patch.names, '#leaseId': 'leaseId' },
        ExpressionAttributeValues: {
          ...patch.values,
          ':heldLease': delivery.leaseId,
          ':generation': delivery.generation,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
}

/**
 * Defers a due delivery that the sweep is about to enqueue, and keeps when it was due first. Returns `undefined` if it
 * is no longer due.
 */
export async function deferDueDelivery(
  table: Table,
  key: { pk: string; sk: string },
  seenDueAt: string,
  until: number,
): Promise<Delivery | undefined> {
  const result = await conditionalWrite<Delivery>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: key.pk, sk: key.sk },
        UpdateExpression: 'SET due_at = :until',
        // A delivery that has waited for a budget is due before its first attempt, too.
        ConditionExpression: 'due_at = :seen AND #status IN (:pending, :retrying)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':until': postponedDueTime(seenDueAt, until),
          ':seen': seenDueAt,
          ':pending': 'pending',
          ':retrying': 'retrying',
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return result.written ? result.attributes : undefined;
}
