import type { Task } from '#shared/data/entities/a2a/task.ts';
import type { MessageBounds } from '#shared/data/entities/a2a/task-content.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { findApprovalOf } from '#shared/data/entities/approval/held-subject.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TaskState } from '#shared/domain/a2a/task-state.ts';
import { type ApprovalClock, type ApprovalStatus, statusAt } from '#shared/domain/approval/approval.ts';
import type { HeldTask } from '#shared/domain/approval/held-task.ts';
import { isId, timeOfId } from '#shared/domain/ids/ids.ts';
import { type TaskView, viewTask } from './task-view.ts';

/**
 * The states in which the caller sees a task that was held. A client of the protocol knows nothing of approvals:
 * `auth_required` says that someone has to allow the task elsewhere, and ends a wait for it.
 *
 * See: docs/decisions/0087-one-gate.md; A2A v1.0, section 7.6 (in-task authorization).
 */
const STATES: Readonly<Record<ApprovalStatus, TaskState>> = {
  pending: 'auth_required',
  approved: 'submitted',
  denied: 'rejected',
  failed: 'rejected',
  expired: 'rejected',
  canceled: 'canceled',
};

/** What the agent has asked for. */
export function heldTaskOf({ id, task }: Approval): HeldTask {
  if (task === undefined) throw new Error(`the approval ${id} has no task`);
  return task;
}

/** The approval of a held task, for its caller or the organization of that; `undefined` for everyone else. */
export async function findHeldTask(
  table: Table,
  { organizationId, identityId }: { readonly organizationId: string; readonly identityId: string | null },
  id: string,
): Promise<Approval | undefined> {
  if (!isId('task', id)) return undefined;
  const approval = await findApprovalOf(table, organizationId, id);
  return approval?.kind === 'task' && (identityId ?? approval.identityId) === approval.identityId
    ? approval
    : undefined;
}

/** A held task as its caller reads it, with its present status. */
export async function readHeldTask(
  table: Table,
  approval: Approval,
  now: number,
  bounds: MessageBounds,
): Promise<TaskView> {
  const identity = await findIdentity(table, approval.organizationId, approval.identityId);
  return heldTaskView(table, approval, { now, generation: identity?.tokenGeneration }, bounds);
}

/** A held task at a time. No task exists, and its message has no other reader than its caller. */
export function heldTaskView(
  table: Table,
  approval: Approval,
  clock: ApprovalClock,
  bounds: MessageBounds,
): Promise<TaskView> {
  return heldView(approval, statusAt(approval, clock), (task) => viewTask(table, task, bounds));
}

/** A view of the task that an approval is about, and of the approval. */
export function heldView<V extends TaskView | Promise<TaskView>>(
  approval: Approval,
  status: ApprovalStatus,
  view: (task: Task) => V,
): V {
  const { id, subjectId, createdAt, expiresAt, decidedAt, reason } = approval;
  const { caller, worker, contextId, clientContextId, messageBytes, contentBytes } = heldTaskOf(approval);
  const endedAt =
    status === 'pending' || status === 'approved'
      ? null
      : (decidedAt ?? (status === 'expired' ? expiresAt : createdAt));
  const shown = view({
    id: subjectId,
    contextId,
    ...(clientContextId !== undefined && { clientContextId }),
    state: STATES[status],
    caller,
    worker,
    messageCount: 1,
    artifactCount: 0,
    messageBytes,
    contentBytes,
    createdAt: timeOfId('task', subjectId),
    updatedAt: endedAt ?? createdAt,
    completedAt: endedAt,
    version: 0,
  });
  const held = { approvalId: id, status, reason };
  return (shown instanceof Promise ? shown.then((one) => ({ ...one, held })) : { ...shown, held }) as V;
}
