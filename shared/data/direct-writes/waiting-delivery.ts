import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MINUTE } from '#shared/domain/time/time.ts';
import { type Delivery, DUE_ATTRIBUTES, dueAttributes } from '../entities/delivery/delivery.ts';
import { lookAttributes, waitingAttributes, waitingDeliveriesKey } from '../entities/delivery/waiting-deliveries.ts';
import { TABLE } from '../table.ts';
import type { Key, Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { type BudgetWait, updateLeased, waitingState } from './delivery-attempt.ts';

/**
 * The writes of the delivery worker and the sweep to a delivery that may not be attempted yet. No attempt is counted,
 * and the delivery keeps its status.
 *
 * See: docs/contract/webhooks.md#waiting-deliveries; docs/decisions/0042-strangers.md.
 */

/** How often the sweep looks at the waiting deliveries of an organization. */
export const LOOK_INTERVAL_MS = 5 * MINUTE;

/**
 * Puts a leased delivery among those that wait for the budget of their organization, at the place of the time since it
 * is due, and has the sweep look at them. Returns false if the lease was lost meanwhile.
 */
export async function waitForBudget(table: Table, delivery: Delivery, wait: BudgetWait, now: number): Promise<boolean> {
  const { organizationId } = delivery;
  const dueSince = delivery.dueSince ?? delivery.nextAttemptAt ?? delivery.createdAt;
  const { written } = await updateLeased(table, delivery, {
    set: {
      ...waitingState(wait, dueSince),
      updatedAt: now,
      ...waitingAttributes(organizationId, dueSince),
    },
    remove: ['leaseId', 'leaseUntil'],
  });
  if (written) await noteWaiting(table, organizationId, wait.until, now);
  return written;
}

/**
 * Has the sweep look at the waiting deliveries of an organization, soon and until there are none. Called after they are
 * written: a sweep that looks too early finds the row with a later `addedAt` and keeps it.
 */
export async function noteWaiting(table: Table, organizationId: string, until: number, now: number): Promise<void> {
  if (wasNoted(table, organizationId, now)) return;
  await writeNote(table, organizationId, until, now);
  rememberNoted(table, organizationId, now);
}

/** When this process last had the sweep look at an organization. */
const notedAt = new WeakMap<Table['client'], Map<string, number>>();

/** The sweep keeps looking for ten minutes after a note, so one note in a minute is enough. */
const NOTE_INTERVAL_MS = MINUTE;
const MAX_NOTED = 10_000;

function wasNoted(table: Table, organizationId: string, now: number): boolean {
  const at = notedAt.get(table.client)?.get(`${table.name}\n${organizationId}`);
  return at !== undefined && at <= now && now - at < NOTE_INTERVAL_MS;
}

function rememberNoted(table: Table, organizationId: string, now: number): void {
  const noted = notedAt.get(table.client) ?? new Map<string, number>();
  notedAt.set(table.client, noted);
  if (noted.size >= MAX_NOTED) noted.clear();
  noted.set(`${table.name}\n${organizationId}`, now);
}

function writeNote(table: Table, organizationId: string, until: number, now: number) {
  const look = lookAttributes(Math.min(until, now + LOOK_INTERVAL_MS));
  const [partition, time] = [TABLE.dueIndex.partitionKey, TABLE.dueIndex.sortKey];
  return table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: waitingDeliveriesKey(organizationId),
      UpdateExpression: `SET organizationId = :id, addedAt = :now, ${partition} = :partition, ${time} = if_not_exists(${time}, :time)`,
      ExpressionAttributeValues: {
        ':id': organizationId,
        ':now': now,
        ':partition': look[partition],
        ':time': look[time],
      },
    }),
  );
}

/**
 * Gives the lease of a delivery back that may not be attempted at its destination yet. Its next job is already on the
 * queue; the index has a retry until later, so that the sweep does not enqueue it as lost.
 */
export async function waitForDestination(
  table: Table,
  delivery: Delivery,
  { reason, until }: Pick<BudgetWait, 'reason' | 'until'>,
  graceMs: number,
  now: number,
): Promise<boolean> {
  const { written } = await updateLeased(table, delivery, {
    set: {
      lastError: reason,
      nextAttemptAt: until,
      updatedAt: now,
      ...(delivery.status === 'retrying' ? dueAttributes(delivery.id, until + graceMs) : {}),
    },
    remove: ['leaseId', 'leaseUntil'],
  });
  return written;
}

/**
 * Takes a delivery from those that wait, which the sweep is about to enqueue. Until it is attempted it is due among all
 * others, so that a lost job is repeated. Returns `undefined` if it waits no more.
 */
export async function endWait(
  table: Table,
  row: Key & { due_at: string },
  partition: string,
  until: number,
): Promise<Delivery | undefined> {
  const due = dueAttributes(row.sk, until);
  const [partitionKey = '', sortKey = ''] = DUE_ATTRIBUTES;
  const result = await conditionalWrite<Delivery>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk: row.pk, sk: row.sk },
        UpdateExpression: 'SET #partition = :partition, #time = :time',
        ConditionExpression: '#partition = :waiting AND #time = :seen AND #status IN (:pending, :retrying)',
        ExpressionAttributeNames: { '#partition': partitionKey, '#time': sortKey, '#status': 'status' },
        ExpressionAttributeValues: {
          ':partition': due[partitionKey],
          ':time': due[sortKey],
          ':waiting': partition,
          ':seen': row.due_at,
          ':pending': 'pending',
          ':retrying': 'retrying',
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return result.written ? result.attributes : undefined;
}

/** Sets when the sweep looks at the waiting deliveries of an organization again. */
export async function lookAgain(table: Table, organizationId: string, seen: string, at: number): Promise<void> {
  const { [TABLE.dueIndex.sortKey]: time } = lookAttributes(at);
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: waitingDeliveriesKey(organizationId),
        UpdateExpression: 'SET due_at = :time',
        ConditionExpression: 'due_at = :seen',
        ExpressionAttributeValues: { ':time': time, ':seen': seen },
      }),
    ),
  );
}

/** Ends the looks of the sweep, unless a delivery was added since `before`: the index may not show it yet. */
export async function stopLooking(table: Table, organizationId: string, before: number): Promise<boolean> {
  const { written } = await conditionalWrite(
    table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: waitingDeliveriesKey(organizationId),
        ConditionExpression: 'addedAt < :before',
        ExpressionAttributeValues: { ':before': before },
      }),
    ),
  );
  return written;
}
