import { toDeliveryJob } from '../../contract/jobs.ts';
import { deliveryGroups } from '../../data/delivery-group.ts';
import type { Table } from '../../data/table-client.ts';
import { type Delivery, isWaiting } from '../../domain/delivery.ts';
import type { QueuedJob } from '../../runtime/queue.ts';

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
