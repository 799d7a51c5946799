import pLimit from 'p-limit';
import { type BudgetWait, createDelivery } from '#shared/data/direct-writes/delivery-attempt.ts';
import { restartDelivery } from '#shared/data/direct-writes/restart-delivery.ts';
import { type Delivery, findDeliveries } from '#shared/data/entities/delivery/delivery.ts';
import type { Table } from '#shared/data/table-client.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';

/** Writes of a process at once, for all events together: one round for few endpoints, and no flood for many. */
const writes = pLimit(10);

/** Says for each of some deliveries why it waits for the budget of its organization; `undefined`: it does not. */
export type WaitsOf = (deliveries: readonly Delivery[]) => Promise<readonly (BudgetWait | undefined)[]>;

/** Creates the deliveries of an event of one organization. Returns them, or those that exist already. */
export async function createDeliveries(
  table: Table,
  deliveries: readonly Delivery[],
  waitsOf?: WaitsOf,
): Promise<Delivery[]> {
  const waits = (await waitsOf?.(deliveries)) ?? [];
  return writeEach(deliveries, (delivery, index) => createDelivery(table, delivery, waits[index]));
}

/**
 * Starts the deliveries of an event of one organization again for a replay: a new generation of those that exist, and
 * new ones for endpoints without. A delivery in flight stays as it is. Returns those that this replay has started.
 *
 * See: docs/contract/events.md#replay.
 */
export async function restartDeliveries(
  table: Table,
  deliveries: readonly Delivery[],
  replayId: string,
  waitsOf?: WaitsOf,
): Promise<Delivery[]> {
  const [first] = deliveries;
  if (first === undefined) return [];
  const ids = deliveries.map(({ id }) => id);
  const existing = await findDeliveries(table, first.organizationId, ids);
  const startable = deliveries.filter(({ id }) => {
    const known = existing.get(id);
    return known?.status !== 'pending' || known.replayId === replayId;
  });
  const waits = (await waitsOf?.(startable)) ?? [];
  const now = Date.now();
  const started = await writeEach(startable, async (delivery, index) => {
    const known = existing.get(delivery.id);
    if (known !== undefined) return restartDelivery(table, known, replayId, now, { wait: waits[index] });
    const created = await createDelivery(table, { ...delivery, replayId }, waits[index]);
    return created.replayId === replayId && created.status === 'pending' ? created : undefined;
  });
  return started.filter((delivery) => delivery !== undefined);
}

/** Writes all, also after a failure of one, and throws the first error. */
function writeEach<T>(
  deliveries: readonly Delivery[],
  write: (delivery: Delivery, index: number) => Promise<T>,
): Promise<T[]> {
  return allInOrder(deliveries.map((one, index) => writes(() => write(one, index))));
}
