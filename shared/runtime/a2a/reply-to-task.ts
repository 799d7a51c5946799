import type { Identity } from '../../data/entities/identity.ts';
import { putTaskContent, type TaskContent } from '../../data/entities/task-content.ts';
import type { Table } from '../../data/table-client.ts';
import {
  type Artifact,
  type Content,
  jsonBytes,
  MOST_RESULT_BYTES,
  requireBytes,
  withArtifacts,
} from '../../domain/a2a/content.ts';
import type { ReplyState } from '../../domain/a2a/task-state.ts';
import { loadBefore, requireRoomForMessage, requireStep, type Said, stageStep } from './advance-task.ts';
import { taskToActOn } from './load-task.ts';
import { appendUpdated } from './task-events.ts';
import { type TaskOutcome, viewWritten, WRITE_BYTES } from './task-view.ts';

/** What the target answers. */
export interface Reply {
  state: ReplyState;
  content?: Content;
  /** Any JSON value; the last one given stands. */
  result?: unknown;
  artifacts?: readonly Artifact[];
}

/**
 * The target's answer: moves the task's state, and may say something, give a result and hand over artifacts. Two logs
 * tell of it, the worker's organization's and the caller's, in one commit.
 *
 * Rule: shapes, A2A.
 */
export async function replyToTask(
  table: Table,
  worker: Identity,
  taskId: string,
  reply: Reply,
  bytes = WRITE_BYTES,
): Promise<TaskOutcome> {
  const task = await taskToActOn(table, worker, taskId, 'worker');
  const state = requireStep(task, `reply:${reply.state}`);
  if (reply.content !== undefined) requireRoomForMessage(task);
  requireBytes(reply.result, MOST_RESULT_BYTES, 'result');
  const before = await loadBefore(table, task, bytes);

  const changes = reply.result !== undefined || (reply.artifacts ?? []).length > 0;
  const content: TaskContent = {
    ...before.content,
    result: reply.result === undefined ? before.content.result : reply.result,
    artifacts: withArtifacts(before.content.artifacts, reply.artifacts ?? []),
  };
  const sizes = { artifactCount: content.artifacts.length, contentBytes: jsonBytes(content) };
  const said: Said | null = reply.content === undefined ? null : { role: 'worker', content: reply.content };
  return {
    kind: 'plan',
    plan: {
      clocks: [worker.organizationId, task.caller.organizationId],
      stage: (staging) => {
        const to = state === 'same' ? task.state : state;
        const { next, message } = stageStep(staging, task, to, said, changes ? sizes : {}, {
          artifacts: [...(reply.artifacts ?? [])],
          result: reply.result,
        });
        if (changes) staging.put(putTaskContent(task.id, content));
        appendUpdated(staging, next, content.result, message);
        return viewWritten(next, { content, earlier: before.earlier, message }, bytes);
      },
    },
  };
}
