import { type Delivery, deliveriesAt, findDeliveries, readLateTimes } from '#shared/data/entities/delivery/delivery.ts';
import type { Table } from '#shared/data/table-client.ts';
import { deliveryId } from '#shared/domain/delivery/delivery.ts';
import type { EventHead } from '#shared/domain/log/events.ts';

/**
 * The deliveries of an event of the log, in no order, at most `limit` of each partition, however many deliveries were
 * created since: those at the times that the event has reserved, also of endpoints that were deleted since, and those
 * of endpoints that were registered after it, which a replay has given a time.
 *
 * See: docs/decisions/0093-traces.md.
 */
export async function deliveriesOfEvent(
  table: Table,
  { id, organizationId, deliveryBase, deliverySlots }: EventHead,
  limit: number,
): Promise<Delivery[]> {
  const times = { from: deliveryBase, to: deliveryBase + deliverySlots - 1 };
  const [reserved, late] = await Promise.all([
    deliverySlots === 0 ? [] : deliveriesAt(table, organizationId, times, limit),
    readLateTimes(table, organizationId, id),
  ]);
  const ids = Object.entries(late.times).map(([webhookId, time]) => deliveryId(id, webhookId, time));
  const replayed = ids.length === 0 ? [] : [...(await findDeliveries(table, organizationId, ids)).values()];
  return [...reserved, ...replayed].filter(({ eventId }) => eventId === id);
}
