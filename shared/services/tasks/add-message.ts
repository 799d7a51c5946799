import type { Task } from '#shared/data/entities/a2a/task.ts';
import { findSentMessage, insertSentMessage } from '#shared/data/entities/a2a/task-list.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Content } from '#shared/domain/a2a/content.ts';
import { invalid, notFound } from '#shared/domain/errors/errors.ts';
import { loadHistory, requireRoomForMessage, requireStep, stageStep } from './advance-task.ts';
import { loadTaskInRole } from './load-task.ts';
import { isBlockedNow } from './require-reachable-agent.ts';
import { appendMessage } from './task-events.ts';
import { buildViewAfterWrite, type TaskOutcome, viewTask, WRITE_BYTES } from './task-view.ts';

/** A message of the caller. */
export interface NewMessage {
  content: Content;
  /** The caller's id of the message. Sent again, the message is not added; the result is the task as it is. */
  messageId?: string;
}

/**
 * Adds the caller's message to its task. A task that waits for input continues as `working`.
 *
 * See: docs/contract/a2a.md#tasks; docs/decisions/0010-a2a.md (blocks and suspensions since the task was created).
 */
export async function addMessage(
  table: Table,
  caller: Identity,
  taskId: string,
  request: NewMessage,
  bytes = WRITE_BYTES,
): Promise<TaskOutcome> {
  const { messageId, content } = request;
  const task = await loadTaskInRole(table, caller, taskId, 'caller');
  if (messageId !== undefined && (await isRepeated(table, caller, task, messageId))) {
    return { kind: 'unchanged', view: await viewTask(table, task, { bytes }) };
  }
  if (await isBlockedNow(table, task)) throw notFound();
  const state = requireStep(task, 'message');
  requireRoomForMessage(task);
  const before = await loadHistory(table, task, bytes);

  return {
    kind: 'plan',
    plan: {
      build: (tx) => {
        const draft = { role: 'caller', content, messageId } as const;
        const { next, message } = stageStep(tx, task, { state: state === 'same' ? task.state : state, draft });
        if (messageId !== undefined) tx.put(insertSentMessage(caller.id, messageId, task.id));
        if (message !== null) appendMessage(tx, next, message);
        return buildViewAfterWrite(next, { ...before, message }, bytes);
      },
    },
  };
}

/** Whether the task has the caller's message already. Throws if another task has a message with this id. */
async function isRepeated(table: Table, caller: Identity, task: Task, messageId: string): Promise<boolean> {
  const sent = await findSentMessage(table, caller.id, messageId);
  if (sent === undefined) return false;
  if (sent.taskId !== task.id) throw invalid('message_id', 'one that was not used in another task');
  return true;
}
