import { putPushConfig } from '#shared/data/entities/a2a/push-config.ts';
import { insertTaskMessage, messageBytes, putTaskContent } from '#shared/data/entities/a2a/task-content.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import { effectiveApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { findApprovalOfMessage, insertHeldMessage } from '#shared/data/entities/approval/held-subject.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import type { ApprovalSettings } from '#shared/domain/approval/approval-settings.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { reasonsToHold } from '../approvals/action-gate.ts';
import { findHeld, requestApproval } from '../approvals/request-approval.ts';
import { heldTaskView, heldView } from './held-task.ts';
import { type AskedTask, contextOf, firstContent, firstMessage } from './new-task.ts';
import { firstPushConfig } from './push-target.ts';
import { taskAgent } from './stage-task.ts';
import { taskHash } from './task-hash.ts';
import { buildViewAfterWrite, type TaskOutcome } from './task-view.ts';

/** Why a task waits for a person, or the approval of the same message, which was sent before. */
type Waiting =
  | { readonly approval: Approval }
  | { readonly reasons: readonly HoldReason[]; readonly settings: ApprovalSettings };

/**
 * Whether a task waits for a person; `undefined` if it may be created. A task within the organization costs no read.
 *
 * See: docs/contract/approvals.md#tasks.
 */
export async function taskToHold(
  table: Table,
  { caller, worker, request: { messageId, now } }: AskedTask,
): Promise<Waiting | undefined> {
  if (caller.organizationId === worker.organizationId) return undefined;
  const [settings, before] = await allInOrder([
    effectiveApprovalSettings(table, caller),
    messageId === undefined ? undefined : findApprovalOfMessage(table, caller, messageId),
  ]);
  if (before !== undefined) {
    if (before.task?.worker.identityId !== worker.id)
      throw invalid('message_id', 'one that was not used with another agent');
    return { approval: before };
  }
  const reasons = reasonsToHold('task', { identity: caller, settings, now });
  return reasons.length === 0 ? undefined : { reasons, settings };
}

/**
 * Holds a task: the approval has whom it is for, and no task exists. Its message and its metadata are stored where only
 * a task leads to them. The same task again gets the view of the held one.
 *
 * See: docs/decisions/0087-one-gate.md.
 */
export async function holdTask(table: Table, asked: AskedTask, waiting: Waiting, bytes: number): Promise<TaskOutcome> {
  const { caller, worker, known, request } = asked;
  const { content, push, messageId, baseUrl, now } = request;
  if ('approval' in waiting) return unchanged(waiting.approval);
  const { content: others, contentBytes } = firstContent(request);
  const message = firstMessage(request, now);
  const context = contextOf(asked, now);
  const task = {
    caller: taskAgent(caller),
    worker: taskAgent(worker),
    contextId: context.id,
    isNewContext: known === undefined,
    ...(context.clientId !== undefined && { clientContextId: context.clientId }),
    messageId: message.id,
    ...(messageId !== undefined && { sentMessageId: messageId }),
    isText: content.text !== null,
    snippet: snippetOf(content.parts.flatMap((part) => ('text' in part ? part.text : [])).join(' ')),
    messageBytes: messageBytes(message),
    contentBytes,
    pushUrl: push?.url ?? null,
  };
  const contentHash = taskHash(task, { ...content, metadata: others.metadata });
  const held = await findHeld(table, caller, contentHash, now);
  if (held.pending !== undefined) return unchanged(held.pending);

  return {
    kind: 'plan',
    plan: {
      build: (tx) => {
        const { organizationId } = caller;
        // The task is as old as its request, and the lists of both organizations page by this time.
        const createdAt = tx.nextTimestamp(organizationId, worker.organizationId);
        const id = makeId('task', createdAt, randomPart());
        const stored = { ...message, createdAt };
        const approval = requestApproval(tx, {
          identity: caller,
          kind: 'task',
          at: createdAt,
          subjectId: id,
          task,
          contentHash,
          reasons: waiting.reasons,
          settings: waiting.settings,
          baseUrl,
          held,
        });
        // Until it is sent, the content is the caller's.
        const owned = { id, worker: task.caller };
        tx.countStored({ organizationId, bytes: task.messageBytes + contentBytes });
        tx.put(insertTaskMessage(owned, stored));
        if (contentBytes > 0) tx.put(putTaskContent(owned, others));
        if (push !== undefined) tx.put(putPushConfig(firstPushConfig(id, push)));
        if (messageId !== undefined) tx.put(insertHeldMessage(approval, messageId));
        return heldView(approval, 'pending', (row) =>
          buildViewAfterWrite(row, { content: others, earlier: [], message: stored }, bytes),
        );
      },
    },
  };

  async function unchanged(approval: Approval): Promise<TaskOutcome> {
    const generation = caller.tokenGeneration;
    return { kind: 'unchanged', view: await heldTaskView(table, approval, { now, generation }, { bytes }) };
  }
}
