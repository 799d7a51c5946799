import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { SECOND } from '#shared/domain/time/time.ts';
import type { Key, Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';

/**
 * One of a fixed number of slots, which bound how many requests of a kind last at once. A slot is an attribute of a
 * row: its name is the number of the slot, and its value the time at which it ends on its own. So a request that
 * crashes frees its slot, and one that lasts until the end of its slot pays nothing to free it.
 */
export interface Slot {
  key: Key;
  name: string;
  /** Epoch milliseconds. */
  until: number;
}

/** Slots by number, with the time at which each ends. */
export type BusySlots = ReadonlyMap<number, number>;

/** The condition and the update by which a slot is taken. `#slot` is its name. */
export const SLOT_IS_FREE = '(attribute_not_exists(#slot) OR #slot <= :now)';
export const OCCUPY_SLOT = '#slot = :until';

/** The slots of a row that are in use. */
export function busySlots(row: Record<string, unknown> | undefined, now: number): BusySlots {
  const slots = Object.entries(row ?? {}).flatMap(([name, until]): [number, number][] => {
    const number = /^s(\d+)$/.exec(name)?.[1];
    return number === undefined || Number(until) <= now ? [] : [[Number(number), Number(until)]];
  });
  return new Map(slots);
}

/**
 * The name of a free slot of some, or `undefined`. Any of the free ones, so that concurrent requests rarely take the
 * same.
 */
export function anyFreeSlot(slots: readonly number[], busy: BusySlots): string | undefined {
  const free = slots.filter((number) => !busy.has(number));
  return free.length === 0 ? undefined : `s${free[Math.floor(Math.random() * free.length)]}`;
}

/** A request that ends within this time of its slot's end does not pay a write to free it. */
const GRACE_MS = SECOND;

/** Frees a slot before its end. It may have ended meanwhile, and be another request's. */
export async function releaseSlot(table: Table, { key, name, until }: Slot, now: number): Promise<void> {
  if (until - now <= GRACE_MS) return;
  await conditionalWrite(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'REMOVE #slot',
        ConditionExpression: '#slot = :until',
        ExpressionAttributeNames: { '#slot': name },
        ExpressionAttributeValues: { ':until': until },
      }),
    ),
  );
}
