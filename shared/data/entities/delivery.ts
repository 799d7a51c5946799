import type { Delivery } from '../../domain/delivery.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { dueRows, dueTime } from '../due-index.ts';
import { newestFirst } from '../record-list.ts';
import { DUE_SHARDS, PREFIX, TABLE } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

export const decodeDelivery = rowDecoder<Delivery>({
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

function partition(organizationId: string): string {
  return `${PREFIX.delivery}${organizationId}`;
}

export function deliveryKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

/** A delivery that is staged by an operation: a test call. The relay creates all others. */
export function insertDelivery(delivery: Delivery): Change {
  return insert({ ...deliveryKey(delivery.organizationId, delivery.id), ...delivery });
}

export async function findDelivery(table: Table, organizationId: string, id: string): Promise<Delivery | undefined> {
  if (!isId('delivery', id)) return undefined;
  return getRow(table, decodeDelivery, deliveryKey(organizationId, id), { strong: true });
}

/** Deliveries before a time (exclusive), newest first. */
export function deliveriesBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeDelivery, { pk: partition(organizationId), kind: 'delivery' }, before, pageSize);
}

/**
 * The delivery times of an event for endpoints that were registered after it, by endpoint. None were reserved for them.
 */
export interface LateRegistrationTimes {
  times: Record<string, number>;
  version: number;
}

const decodeLateRegistrationTimes = rowDecoder<LateRegistrationTimes>({ times: 'object', version: 'number' });

/** The row of these times, which the first replay writes. It is sorted before the deliveries of the partition. */
function lateTimesKey(organizationId: string, eventId: string): Key {
  return { pk: partition(organizationId), sk: `LATE#${eventId}` };
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
  const shard = id.charCodeAt(id.length - 1) % DUE_SHARDS;
  return { [TABLE.dueIndex.partitionKey]: dueShard(shard), [TABLE.dueIndex.sortKey]: dueTime(at) };
}

function dueShard(shard: number): string {
  return `${PREFIX.due}DELIVERY#${shard}`;
}

export const DUE_ATTRIBUTES: readonly string[] = [TABLE.dueIndex.partitionKey, TABLE.dueIndex.sortKey];

/** The deliveries of one shard of the due index that are due, oldest first. */
export function dueDeliveries(table: Table, shard: number, until: number, limit: number) {
  return dueRows(table, dueShard(shard), until, limit);
}
