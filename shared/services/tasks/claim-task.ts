import { checkTaskState } from '#shared/data/entities/a2a/task.ts';
import { insertTaskClaim, renewTaskClaim, type TaskClaim } from '#shared/data/entities/a2a/task-claim.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { requireStep, stageStep } from './advance-task.ts';
import { loadTaskInRole } from './load-task.ts';
import { appendUpdated } from './task-events.ts';

/** The worker's request for a claim. */
export interface ClaimRequest {
  leaseSeconds: number;
  /** The claim to renew. Without it, the request is for a new one. */
  claimId?: string | undefined;
}

/**
 * Claims a task for one of the processes of its worker, or renews a claim. The first claim of a new task moves it to
 * `working`, with the same events as a reply; any other claim changes one row, and appends nothing.
 *
 * See: docs/contract/a2a.md#claims; docs/decisions/0069-claims-of-tasks.md.
 */
export async function claimTask(
  table: Table,
  worker: Identity,
  taskId: string,
  { leaseSeconds, claimId }: ClaimRequest,
): Promise<Plan<TaskClaim>> {
  const task = await loadTaskInRole(table, worker, taskId, 'worker');
  const state = requireStep(task, 'claim');
  return {
    build: (tx) => {
      const claimedUntil = tx.now + leaseSeconds * SECOND;
      if (claimId !== undefined) {
        const renewed = { claimId, claimedUntil };
        tx.put(renewTaskClaim(task.id, renewed, tx.now));
        return renewed;
      }
      const claim = { claimId: makeId('claim', tx.now, randomPart()), claimedUntil };
      if (state === 'same') tx.put(checkTaskState(task));
      else appendUpdated(tx, stageStep(tx, task, { state, draft: null }).next, null, null);
      tx.put(insertTaskClaim(task.id, claim, tx.now));
      return claim;
    },
  };
}
