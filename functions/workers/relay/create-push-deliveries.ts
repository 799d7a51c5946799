import { pushConfigs } from '#shared/data/entities/a2a/push-config.ts';
import { findTask } from '#shared/data/entities/a2a/task.ts';
import { newPushDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import type { OutboxEntry } from '#shared/data/entities/log/outbox.ts';
import { PermanentError } from '#shared/domain/errors/permanent-error.ts';
import { getTable } from '#shared/runtime/clients.ts';
import type { QueuedJob } from '#shared/runtime/queue.ts';
import { attemptJobs } from '#shared/services/deliveries/attempt-jobs.ts';
import { createDeliveries } from '#shared/services/deliveries/start-deliveries.ts';

/**
 * Creates the deliveries of a task's step: one for each push configuration that existed before the step, at the time
 * that the step reserved for the configuration's slot. The deliveries belong to the caller's organization.
 *
 * See: A2A v1.0, section 4.3.3; docs/decisions/0022-tickets.md#the-times-of-deliveries;
 * docs/decisions/0011-a2a-protocol.md.
 */
export async function createPushDeliveries(entry: Extract<OutboxEntry, { kind: 'task_push' }>): Promise<QueuedJob[]> {
  const { taskId, seq, base, organizationId } = entry;
  const [task, configs] = await Promise.all([findTask(getTable(), taskId), pushConfigs(getTable(), taskId)]);
  if (task === undefined) throw new PermanentError('the task of a push notification does not exist');
  const { identityId } = task.caller;
  const due = configs.filter(({ fromVersion }) => fromVersion < seq);
  const deliveries = await createDeliveries(
    getTable(),
    due.map((config) => newPushDelivery({ ...config, organizationId, identityId }, seq, base + config.slot)),
  );
  return attemptJobs(getTable(), deliveries);
}
