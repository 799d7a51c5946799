import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryStatus } from '#shared/domain/delivery/delivery.ts';
import { attemptsOf } from '#shared/domain/delivery/finished-attempts.ts';
import { patchExpression } from '../change.ts';
import { type Delivery, DUE_ATTRIBUTES, deliveryKey } from '../entities/delivery/delivery.ts';
import { waitingAttributes } from '../entities/delivery/waiting-deliveries.ts';
import { TABLE } from '../table.ts';
import type { Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { type BudgetWait, waitingState } from './delivery-attempt.ts';

/** A delivery that is `pending` was started already. */
const RESTARTABLE: readonly DeliveryStatus[] = ['delivered', 'retrying', 'dead_letter'];

/**
 * Restarts a delivery for a replay, to be attempted at once or, if `wait` says so, when the budget of its organization
 * has room. Returns the delivery as it is then. A delivery that waits for its first attempt, or has a lease, is left
 * unchanged, so that the endpoint does not get it twice; unless this replay has restarted it, the result is
 * `undefined`. `only`: the statuses of which it must have one. The attempt that succeeded before stays known.
 */
export async function restartDelivery(
  table: Table,
  delivery: Delivery,
  replayId: string,
  now: number,
  { wait, only = RESTARTABLE }: { wait?: BudgetWait | undefined; only?: readonly DeliveryStatus[] } = {},
): Promise<Delivery | undefined> {
  if (delivery.status === 'pending') return delivery.replayId === replayId ? delivery : undefined;
  const { dueSince: _dueSince, waitingBytes: _waitingBytes, ...known } = delivery;
  const restarted: Partial<Delivery> = {
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
    ...(delivery.status === 'delivered' && { attempts: attemptsOf(delivery) }),
    ...(wait && waitingState(wait, now)),
  };
  const inIndex = wait === undefined ? {} : waitingAttributes(delivery.organizationId, now);
  const unset = wait === undefined ? ['dueSince', 'waitingBytes', ...DUE_ATTRIBUTES] : [];
  const patch = patchExpression({
    set: { ...restarted, ...inIndex },
    remove: ['leaseId', 'leaseUntil', TABLE.timeToLive, ...unset],
  });
  const statuses = Object.fromEntries(only.map((status, at) => [`:only${at}`, status]));
  const result = await conditionalWrite<Delivery>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: deliveryKey(delivery.organizationId, delivery.id),
        UpdateExpression: patch.expression,
        ConditionExpression: `generation = :seen AND #status IN (${Object.keys(statuses)}) AND (attribute_not_exists(#replayId) OR #replayId <> :replayId) AND (attribute_not_exists(#leaseUntil) OR #leaseUntil < :updatedAt)`,
        ExpressionAttributeNames: patch.names,
        ExpressionAttributeValues: { ...patch.values, ':seen': delivery.generation, ...statuses },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (result.written) return { ...known, ...restarted };
  const inFlight = result.found;
  return inFlight?.replayId === replayId && inFlight.status === 'pending' ? inFlight : undefined;
}
