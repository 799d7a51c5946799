import type { Task } from '#shared/data/entities/a2a/task.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';

/**
 * Stages the push notifications of a step, in the commit of the step: an outbox entry, and a reserved delivery time of
 * the caller's organization for each slot of the task, so that delivery times stay unique.
 *
 * See: docs/decisions/0022-tickets.md#the-times-of-deliveries.
 */
export function stagePush(tx: TransactionBuilder, { id: taskId, version: seq, caller, pushSlots = 0 }: Task): void {
  if (pushSlots === 0) return;
  const { organizationId } = caller;
  const base = tx.reserveDeliveries(organizationId, pushSlots);
  tx.put(insertOutbox({ kind: 'task_push', id: randomPart(), organizationId, createdAt: tx.now, taskId, seq, base }));
}
