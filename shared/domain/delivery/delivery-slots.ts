/**
 * Slots: each receiver of deliveries (an endpoint of an organization, a push configuration of a task) owns one. An
 * event or step reserves one delivery time per slot.
 *
 * See: docs/decisions/0022-tickets.md#the-times-of-deliveries.
 */

/** The lowest slot that no receiver owns. */
export function firstFreeSlot(used: Iterable<number>): number {
  const taken = new Set(used);
  let slot = 0;
  while (taken.has(slot)) slot += 1;
  return slot;
}

/** How many delivery times an event or step has to reserve so that each of these slots has one. */
export function slotCount(used: readonly number[]): number {
  return used.reduce((count, slot) => Math.max(count, slot + 1), 0);
}
