import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import type { DeliveryStatus } from '#shared/domain/delivery/delivery.ts';
import type { FinishedAttempt } from '#shared/domain/delivery/finished-attempts.ts';
import { firstIdAt, isId, lastIdAt, shardOf } from '#shared/domain/ids/ids.ts';
import { type Change, insert, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { dueRows, dueTime } from '../../due-index.ts';
import { mergeNewestFirst, mergeOldestFirst } from '../../merge-by-time.ts';
import { newestFirst, oldestFirst } from '../../record-list.ts';
import { DUE_SHARDS, PREFIX, TABLE } from '../../table.ts';
import { getRow, getRows, type Key, queryRows, type Table } from '../../table-client.ts';

/**
 * A delivery. Its row is the source of truth for state and schedule; the queue only carries the attempts that are due.
 *
 * Every replay starts a new `generation`; `attemptCount` is the number of finished attempts of the current one. The
 * worker that makes an attempt has the lease `leaseId` until `leaseUntil`.
 *
 * See: docs/contract/webhooks.md#deliveries; docs/architecture.md#a-delivery.
 */
export interface Delivery {
  id: string;
  organizationId: string;
  webhookId: string;
  /** The identity that the endpoint belongs to. Its agent key may see the delivery. */
  identityId: string | null;
  eventId: string;
  eventType: string;
  url: string;
  status: DeliveryStatus;
  generation: number;
  attemptCount: number;
  leaseId?: string;
  leaseUntil?: number;
  lastError: string | null;
  responseStatus: number | null;
  durationMs: number | null;
  /** The attempts that failed, and those of earlier generations; absent while there are none. */
  attempts?: readonly FinishedAttempt[];
  nextAttemptAt: number | null;
  deliveredAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** A test call. It is not an event of the log, and has one attempt. */
  test?: true;
  /** A push notification of a step of a task, instead of an event of the log. */
  push?: PushedStep;
  /** Since when the delivery has been due, while it waits for the budget of its organization. Epoch milliseconds. */
  dueSince?: number;
  /** The size of the attempt that waits. */
  waitingBytes?: number;
  /** The replay that started this generation, so that the relay can process a replay twice. */
  replayId?: string;
}

/** The step of a task that a push notification reports, and the push configuration that it is for. */
export interface PushedStep {
  taskId: string;
  configId: string;
  seq: number;
}

const decodeDelivery = rowDecoder<Delivery>({
  id: 'string',
  organizationId: 'string',
  webhookId: 'string',
  eventId: 'string',
  url: 'string',
  status: 'string',
  generation: 'number',
  attemptCount: 'number',
  createdAt: 'number',
});

/**
 * The partitions of an organization's deliveries. A delivery takes three writes, and DynamoDB accepts 1,000 a second
 * for a partition, so this number of partitions holds 5,333 deliveries a second: every event of the busiest log, for
 * five endpoints. The partition follows from the id alone. An endpoint therefore has all of them too.
 *
 * See: docs/scale.md#deliveries; docs/decisions/0040-cells-and-delivery-partitions.md.
 */
export const DELIVERY_SHARDS = 16;

function partition(organizationId: string, shard: number): string {
  return `${PREFIX.delivery}${organizationId}#${shard.toString(DELIVERY_SHARDS)}`;
}

export function deliveryKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId, shardOf(id, DELIVERY_SHARDS)), sk: id };
}

/** A delivery that is staged by an operation: a test call. The relay creates all others. */
export function insertDelivery(delivery: Delivery): Change {
  return insert({ ...deliveryKey(delivery.organizationId, delivery.id), ...delivery });
}

export async function findDelivery(table: Table, organizationId: string, id: string): Promise<Delivery | undefined> {
  if (!isId('delivery', id)) return undefined;
  return getRow(table, decodeDelivery, deliveryKey(organizationId, id), { strong: true });
}

/** The deliveries of an organization with these ids, as far as there are any, by strongly consistent reads. */
export async function findDeliveries(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Delivery>> {
  const keys = ids.map((id) => deliveryKey(organizationId, id));
  const rows = await getRows(table, decodeDelivery, keys, { strong: true });
  return new Map(rows.map((delivery) => [delivery.id, delivery]));
}

/**
 * Deliveries between two times (both exclusive, epoch milliseconds), newest first. `expected` is the number that the
 * caller probably needs: twice the share of a partition is read at first, so that few lists have to read a partition
 * again.
 */
export function deliveriesBetween(
  table: Table,
  organizationId: string,
  { since = -1, before }: { since?: number | undefined; before?: number | undefined },
  expected: number,
) {
  const pageSize = Math.ceil((2 * expected) / DELIVERY_SHARDS) + 1;
  const from = firstIdAt('delivery', since + 1);
  const shards = Array.from({ length: DELIVERY_SHARDS }, (_, shard) => {
    const list = { pk: partition(organizationId, shard), kind: 'delivery' } as const;
    return newestFirst(table, decodeDelivery, list, before, { pageSize, from });
  });
  return mergeNewestFirst(shards);
}

/** Deliveries after a time (exclusive, epoch milliseconds), oldest first. `firstPage`: rows of a first read. */
export function deliveriesAfter(table: Table, organizationId: string, since: number, firstPage: number) {
  const from = firstIdAt('delivery', since + 1);
  const shards = Array.from({ length: DELIVERY_SHARDS }, (_, shard) => {
    const list = { pk: partition(organizationId, shard), kind: 'delivery' } as const;
    return oldestFirst(table, decodeDelivery, list, { from, firstPage });
  });
  return mergeOldestFirst(shards);
}

/** The reserved times of some deliveries, in epoch milliseconds, both inclusive. */
export interface DeliveryTimes {
  readonly from: number;
  readonly to: number;
}

/**
 * The deliveries with a time in a range, at most `limit` of each partition, by strongly consistent reads. The times
 * that an event or a step has reserved are its own, so a range of them has no other deliveries: those of endpoints that
 * were deleted since are found too.
 */
export async function deliveriesAt(
  table: Table,
  organizationId: string,
  { from, to }: DeliveryTimes,
  limit: number,
): Promise<Delivery[]> {
  const range = { from: firstIdAt('delivery', from), to: lastIdAt('delivery', to), limit, strong: true };
  const shards = Array.from({ length: DELIVERY_SHARDS }, (_, shard) =>
    Array.fromAsync(queryRows(table, decodeDelivery, { pk: partition(organizationId, shard), ...range })),
  );
  return (await allInOrder(shards)).flat();
}

/**
 * The delivery times of an event for endpoints that were registered after it, by endpoint. None were reserved for them.
 */
export interface LateRegistrationTimes {
  times: Record<string, number>;
  version: number;
}

const decodeLateRegistrationTimes = rowDecoder<LateRegistrationTimes>({ times: 'object', version: 'number' });

/** The row of these times, which the first replay writes. It is sorted before the deliveries of its partition. */
function lateTimesKey(organizationId: string, eventId: string): Key {
  return { pk: partition(organizationId, shardOf(eventId, DELIVERY_SHARDS)), sk: `LATE#${eventId}` };
}

export async function readLateTimes(
  table: Table,
  organizationId: string,
  eventId: string,
): Promise<LateRegistrationTimes> {
  const row = await getRow(table, decodeLateRegistrationTimes, lateTimesKey(organizationId, eventId), { strong: true });
  return row === undefined ? { times: {}, version: 0 } : { times: row.times, version: row.version };
}

/** Replaces the times if no one has changed them since they were read. */
export function replaceLateTimes(organizationId: string, eventId: string, late: LateRegistrationTimes): Change {
  return replaceVersion({ ...lateTimesKey(organizationId, eventId), ...late, version: late.version + 1 });
}

/** The attributes that add a delivery to the due index. */
export function dueAttributes(id: string, at: number): Record<string, string> {
  return { [TABLE.dueIndex.partitionKey]: dueShard(shardOf(id, DUE_SHARDS)), [TABLE.dueIndex.sortKey]: dueTime(at) };
}

function dueShard(shard: number): string {
  return `${PREFIX.due}DELIVERY#${shard}`;
}

export const DUE_ATTRIBUTES: readonly string[] = [TABLE.dueIndex.partitionKey, TABLE.dueIndex.sortKey];

/** The deliveries of one shard of the due index that are due, oldest first. */
export function dueDeliveries(table: Table, shard: number, until: number, limit: number) {
  return dueRows(table, dueShard(shard), until, limit);
}
