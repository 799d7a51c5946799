import { dueRows, dueTime } from '../../due-index.ts';
import { PREFIX, TABLE } from '../../table.ts';
import type { Key, Table } from '../../table-client.ts';

/**
 * The deliveries of an organization that wait for its budget are in a partition of the due index of their own, in the
 * order in which they were first due. So they delay no other delivery, no alarm counts them, and the sweep reads as
 * many of them as there is room for. This row says that there are some, and when the sweep looks at them again.
 *
 * `addedAt` is when the last delivery was added, in Unix milliseconds.
 *
 * See: docs/decisions/0042-strangers.md.
 */
export function waitingDeliveriesKey(organizationId: string): Key {
  return { pk: `${PREFIX.deliveryWait}${organizationId}`, sk: 'WAITING' };
}

/** The organization of a row of the index. */
export function organizationOfWaiting({ pk }: Key): string {
  return pk.slice(PREFIX.deliveryWait.length);
}

/** The last time that the index can hold. */
const MAX_DUE_TIME = 999_999_999_999_999;

const ORGANIZATIONS = `${PREFIX.due}DELIVERYWAIT`;

/** The attributes that add the row of an organization to the due index. */
export function lookAttributes(at: number): Record<string, string> {
  return { [TABLE.dueIndex.partitionKey]: ORGANIZATIONS, [TABLE.dueIndex.sortKey]: dueTime(at) };
}

/** The attributes that put a delivery in the order of those of its organization that wait. */
export function waitingAttributes(organizationId: string, dueSince: number): Record<string, string> {
  return {
    [TABLE.dueIndex.partitionKey]: waitingPartition(organizationId),
    [TABLE.dueIndex.sortKey]: dueTime(dueSince),
  };
}

/** The partition of the index with the deliveries of an organization that wait. */
export function waitingPartition(organizationId: string): string {
  return `${ORGANIZATIONS}#${organizationId}`;
}

/** The organizations with waiting deliveries that the sweep has to look at, by the time since it is due. */
export function dueWaitingOrganizations(table: Table, until: number, limit: number) {
  return dueRows(table, ORGANIZATIONS, until, limit);
}

/** The waiting deliveries of an organization, oldest first. */
export function waitingDeliveries(table: Table, organizationId: string, limit: number) {
  return dueRows(table, waitingPartition(organizationId), MAX_DUE_TIME, limit);
}
