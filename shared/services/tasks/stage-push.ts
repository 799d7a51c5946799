import { insertOutbox } from '../../data/entities/outbox.ts';
import type { Task } from '../../data/entities/task.ts';
import type { TransactionBuilder } from '../../data/unit-of-work.ts';
import { randomPart } from '../../domain/ids.ts';

/**
 * Asks for the push notifications of a step, in the commit of the step itself: the sender's organization reserves a
 * delivery time for each slot of the task, so that its deliveries keep times of their own (decision 0003).
 */
export function stagePush(tx: TransactionBuilder, { id: taskId, version: seq, caller, pushSlots = 0 }: Task): void {
  if (pushSlots === 0) return;
  const { organizationId } = caller;
  const base = tx.reserveDeliveries(organizationId, pushSlots);
  tx.put(insertOutbox({ kind: 'task_push', id: randomPart(), organizationId, createdAt: tx.now, taskId, seq, base }));
}
