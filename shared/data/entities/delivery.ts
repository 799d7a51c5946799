import type { Delivery } from '../../domain/delivery.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, replaceVersion } from '../change.ts';
import { newestFirst } from '../record-list.ts';
import { DUE_SHARDS, PREFIX, TABLE } from '../table.ts';
import { getRow, type Key, queryRows, type Table } from '../table-client.ts';

function partition(organizationId: string): string {
  return `${PREFIX.delivery}${organizationId}`;
}

export function deliveryKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

/** A delivery that is staged with what caused it: a test call. The relay makes all others. */
export function insertDelivery(delivery: Delivery): Change {
  return insert({ ...deliveryKey(delivery.organizationId, delivery.id), ...delivery });
}

export async function findDelivery(table: Table, organizationId: string, id: string): Promise<Delivery | undefined> {
  if (!isId('delivery', id)) return undefined;
  return getRow<Delivery>(table, deliveryKey(organizationId, id), { strong: true });
}

/** Deliveries before a time (exclusive), newest first. */
export function deliveriesBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst<Delivery>(table, { pk: partition(organizationId), kind: 'delivery' }, before, pageSize);
}

/** The delivery times of an event, by endpoint, that none were reserved for: the endpoints came after the event. */
export interface LateRegistrationTimes {
  times: Record<string, number>;
  version: number;
}

/** Where they are kept, once a replay was asked for. Sorts before the deliveries themselves. */
function lateTimesKey(organizationId: string, eventId: string): Key {
  return { pk: partition(organizationId), sk: `LATE#${eventId}` };
}

export async function readLateTimes(
  table: Table,
  organizationId: string,
  eventId: string,
): Promise<LateRegistrationTimes> {
  const row = await getRow<LateRegistrationTimes>(table, lateTimesKey(organizationId, eventId), { strong: true });
  return row === undefined ? { times: {}, version: 0 } : { times: row.times, version: row.version };
}

/** Writes the times, if they still are as they were read. */
export function replaceLateTimes(organizationId: string, eventId: string, late: LateRegistrationTimes): Change {
  return replaceVersion({ ...lateTimesKey(organizationId, eventId), ...late, version: late.version + 1 });
}

/** The attributes that put a delivery on the due index. */
export function dueAttributes(id: string, at: number): Record<string, string> {
  const shard = id.charCodeAt(id.length - 1) % DUE_SHARDS;
  return { [TABLE.dueIndex.partitionKey]: dueShard(shard), [TABLE.dueIndex.sortKey]: dueTime(at) };
}

export function dueShard(shard: number): string {
  return `${PREFIX.due}DELIVERY#${shard}`;
}

/** Milliseconds as text that sorts like numbers. */
export function dueTime(at: number): string {
  return String(Math.max(0, Math.floor(at))).padStart(15, '0');
}

export const DUE_ATTRIBUTES: readonly string[] = [TABLE.dueIndex.partitionKey, TABLE.dueIndex.sortKey];

/** Deliveries whose time on the due index has come, oldest first. */
export function dueDeliveries(table: Table, shard: number, until: number, limit: number) {
  return queryRows<{ due_at: string }>(table, {
    pk: dueShard(shard),
    from: dueTime(0),
    to: dueTime(until),
    index: TABLE.dueIndex,
    limit,
  });
}
