import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import type { Table } from '../table-client.ts';
import { takeLongCallSlot } from './long-call-slot.ts';
import { releaseSlot, type Slot } from './slot.ts';

/** The slots of one subject, of which a call needs one. */
export interface SlotPool<S extends string = string> {
  /** The subject that owns the slots: an organization, a network address, or all of a stage. */
  readonly subject: string;
  /** The number of its slots. */
  readonly count: number;
  /** Which limit it is, for the error message. */
  readonly scope: S;
}

/** The slots that a call has taken, or the pool in which none is free. */
export type SlotGroup<S extends string> = { slots: Slot[] } | { limit: number; scope: S; busyUntil: number };

/**
 * Takes a slot of each pool, in their order, or none of any. The pool that the fewest callers share comes first, so
 * that a caller that has used its own up writes no row that others share.
 */
export async function takeSlots<S extends string>(
  table: Table,
  pools: readonly SlotPool<S>[],
  until: number,
  now: number,
): Promise<SlotGroup<S>> {
  const slots: Slot[] = [];
  try {
    for (const { subject, count, scope } of pools) {
      const taken = await takeLongCallSlot(table, subject, { count, until }, now);
      if (!('slot' in taken)) {
        await releaseSlots(table, slots, now);
        return { limit: count, scope, busyUntil: taken.busyUntil };
      }
      slots.push(taken.slot);
    }
  } catch (error) {
    // The slots end at their time if they cannot be freed.
    await releaseSlots(table, slots, now).catch(() => {});
    throw error;
  }
  return { slots };
}

/** Frees slots before their end. Throws the first failure, after it has tried to free each of them. */
export async function releaseSlots(table: Table, slots: readonly Slot[], now: number): Promise<void> {
  await allInOrder(slots.map((slot) => releaseSlot(table, slot, now)));
}
