import type { QueuedJob } from '#shared/runtime/queue.ts';

/**
 * The message with which the worker of deliveries does the next step of a recovery. It is in the group of the
 * organization, so that a large recovery delays no other one.
 */
export function recoveryMessage(
  organizationId: string,
  { webhookId, recoveryId }: { readonly webhookId: string; readonly recoveryId: string },
  delaySeconds?: number,
): QueuedJob<'delivery'> {
  const attempt = { deliveryId: recoveryId, eventId: recoveryId, generation: 0, attempt: 0 };
  const job = { organizationId, webhookId, ...attempt, recovers: true };
  return { queue: 'delivery', job, group: organizationId, ...(delaySeconds !== undefined && { delaySeconds }) };
}
