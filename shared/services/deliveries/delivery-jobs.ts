import { toDeliveryJob } from '#shared/contract/jobs.ts';
import { deliveryGroups } from '#shared/data/delivery-group.ts';
import type { Delivery } from '#shared/data/entities/delivery/delivery.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isWaiting } from '#shared/domain/delivery/delivery.ts';
import type { QueuedJob } from '#shared/runtime/queue.ts';

/**
 * The next attempts of deliveries of one organization, for the queue. A delivery that is not pending exists since an
 * earlier run, which enqueued it; one that waits for the budget of its organization is enqueued by the sweep.
 */
export async function deliveryJobs(table: Table, deliveries: readonly Delivery[]): Promise<QueuedJob<'delivery'>[]> {
  const ready = deliveries.filter((delivery) => delivery.status === 'pending' && !isWaiting(delivery));
  const [first] = ready;
  if (first === undefined) return [];
  const groupOf = await deliveryGroups(table, first.organizationId);
  return ready.map((delivery) => ({ queue: 'delivery', job: toDeliveryJob(delivery), group: groupOf(delivery) }));
}
