import { createDelivery } from '../../../shared/data/direct-writes/delivery-attempt.ts';
import type { OutboxEntry } from '../../../shared/data/entities/outbox.ts';
import { pushConfigs } from '../../../shared/data/entities/push-config.ts';
import { findTask } from '../../../shared/data/entities/task.ts';
import { newPushDelivery } from '../../../shared/domain/push-delivery.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { deliveryJob } from './fan-out.ts';
import type { Job } from './job.ts';

/**
 * Makes the deliveries of a task's step: one for each configuration that was there before it, at the time that the step
 * has reserved for the configuration's slot. They belong to the organization of the task's sender.
 *
 * See: A2A v1.0, section 4.3.3; docs/decisions/0003-event-clock-and-delivery-times.md;
 * docs/decisions/0011-a2a-protocol.md.
 */
export async function createPushDeliveries(entry: Extract<OutboxEntry, { kind: 'task_push' }>): Promise<Job[]> {
  const { taskId, seq, base, organizationId } = entry;
  const [task, configs] = await Promise.all([findTask(getTable(), taskId), pushConfigs(getTable(), taskId)]);
  if (task === undefined) throw new Error('a push notification of a task that is not there');
  const { identityId } = task.caller;
  const due = configs.filter(({ fromVersion }) => fromVersion < seq);
  const deliveries = await Promise.all(
    due.map((config) =>
      createDelivery(getTable(), newPushDelivery({ ...config, organizationId, identityId }, seq, base + config.slot)),
    ),
  );
  return deliveries.filter((delivery) => delivery.status === 'pending').map(deliveryJob);
}
