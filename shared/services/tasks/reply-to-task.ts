import { putTaskContent, type TaskContent } from '#shared/data/entities/a2a/task-content.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import {
  type Artifact,
  type Content,
  jsonBytes,
  MAX_RESULT_BYTES,
  requireBytes,
  withArtifacts,
} from '#shared/domain/a2a/content.ts';
import type { ReplyState } from '#shared/domain/a2a/task-state.ts';
import { type DraftMessage, loadHistory, requireRoomForMessage, requireStep, stageStep } from './advance-task.ts';
import { loadTaskInRole } from './load-task.ts';
import { appendUpdated } from './task-events.ts';
import { buildViewAfterWrite, type TaskOutcome, WRITE_BYTES } from './task-view.ts';

/** The worker's reply to a task. */
export interface Reply {
  state: ReplyState;
  content?: Content;
  /** Any JSON value. It replaces the result of an earlier reply. */
  result?: unknown;
  artifacts?: readonly Artifact[];
  /** The claim of the worker. If the task has another one by now, or none, the reply changes nothing. */
  claimId?: string | undefined;
}

/**
 * Replies to a task: changes its state, and may add a message, a result and artifacts. One commit appends the event to
 * the logs of the worker's and the caller's organizations.
 *
 * See: docs/contract/a2a.md#tasks.
 */
export async function replyToTask(
  table: Table,
  worker: Identity,
  taskId: string,
  reply: Reply,
  bytes = WRITE_BYTES,
): Promise<TaskOutcome> {
  const task = await loadTaskInRole(table, worker, taskId, 'worker');
  const state = requireStep(task, `reply:${reply.state}`);
  if (reply.content !== undefined) requireRoomForMessage(task);
  requireBytes(reply.result, MAX_RESULT_BYTES, 'result');
  const before = await loadHistory(table, task, bytes);

  const changes = reply.result !== undefined || (reply.artifacts ?? []).length > 0;
  const content: TaskContent = {
    ...before.content,
    result: reply.result === undefined ? before.content.result : reply.result,
    artifacts: withArtifacts(before.content.artifacts, reply.artifacts ?? []),
  };
  const sizes = { artifactCount: content.artifacts.length, contentBytes: jsonBytes(content) };
  const draft: DraftMessage | null = reply.content === undefined ? null : { role: 'worker', content: reply.content };
  return {
    kind: 'plan',
    plan: {
      build: (tx) => {
        const to = state === 'same' ? task.state : state;
        const { next, message } = stageStep(tx, task, {
          state: to,
          draft,
          claimId: reply.claimId,
          sizes: changes ? sizes : {},
          output: { artifacts: [...(reply.artifacts ?? [])], result: reply.result },
        });
        if (changes) tx.put(putTaskContent(task, content, before.object));
        appendUpdated(tx, next, content.result, message);
        return buildViewAfterWrite(next, { content, earlier: before.earlier, message }, bytes);
      },
    },
  };
}
