import type { Identity } from '../../data/entities/identity.ts';
import { putPushConfig } from '../../data/entities/push-config.ts';
import { findTask, insertTask, type Task, type TaskAgent } from '../../data/entities/task.ts';
import {
  insertTaskMessage,
  messageBytes,
  NO_CONTENT,
  putTaskContent,
  type TaskMessage,
} from '../../data/entities/task-content.ts';
import {
  findContext,
  findSentMessage,
  insertContext,
  insertSentMessage,
  listTask,
} from '../../data/entities/task-list.ts';
import { putPairedTask } from '../../data/entities/task-pair.ts';
import type { Table } from '../../data/table-client.ts';
import { type Content, jsonBytes, MOST_METADATA_BYTES, requireBytes } from '../../domain/a2a/content.ts';
import { invalid, notFound } from '../../domain/errors.ts';
import { makeId, randomPart } from '../../domain/ids.ts';
import { admit, type Target } from './admit.ts';
import { firstPushConfig, type PushTarget } from './push-target.ts';
import { appendCreated } from './task-events.ts';
import { type TaskOutcome, viewTask, viewWritten, WRITE_BYTES } from './task-view.ts';

/** What a sender asks for. */
export interface NewTask {
  to: Target;
  content: Content;
  /** One that the caller has had with this target; a new one otherwise. */
  contextId?: string;
  /** The sender's own id of the message: sent again, it answers the task that it made. */
  messageId?: string;
  metadata?: Record<string, unknown>;
  /** Where the sender wants to be told of the steps of the new task. */
  push?: PushTarget;
}

/**
 * A task from one agent to another, in the state `submitted`: one commit over the task, its first message, the lists
 * of both agents and both organizations, and the worker's log.
 *
 * Rule: shapes, A2A; decision 0010.
 */
export async function createTask(
  table: Table,
  caller: Identity,
  request: NewTask,
  bytes = WRITE_BYTES,
): Promise<TaskOutcome> {
  const metadata = request.metadata ?? {};
  requireBytes(metadata, MOST_METADATA_BYTES, 'metadata');
  const repeated = request.messageId === undefined ? undefined : await taskOfMessage(table, caller, request);
  if (repeated !== undefined) return { kind: 'standing', view: await viewTask(table, repeated, { bytes }) };
  const worker = await admit(table, caller, request.to);
  await requireContext(table, caller, worker, request.contextId);

  const content = { ...NO_CONTENT, metadata };
  const contentBytes = Object.keys(metadata).length === 0 ? 0 : jsonBytes(content);
  return {
    kind: 'plan',
    plan: {
      clocks: [caller.organizationId, worker.organizationId],
      stage: (staging) => {
        // Lists of both organizations page by this time, so it has to be free in both.
        const createdAt = staging.tick(caller.organizationId, worker.organizationId);
        const contextId = request.contextId ?? makeId('context', createdAt, randomPart());
        const message = firstMessage(request, createdAt);
        const task: Task = {
          id: makeId('task', createdAt, randomPart()),
          contextId,
          state: 'submitted',
          caller: taskAgent(caller),
          worker: taskAgent(worker),
          messageCount: 1,
          artifactCount: 0,
          messageBytes: messageBytes(message),
          contentBytes,
          createdAt,
          updatedAt: createdAt,
          completedAt: null,
          version: 1,
          ...(request.push !== undefined && { pushSlots: 1 }),
        };
        staging.put(insertTask(task), insertTaskMessage(task.id, message), ...listTask(task), putPairedTask(task));
        if (request.push !== undefined) staging.put(putPushConfig(firstPushConfig(task.id, request.push)));
        if (contentBytes > 0) staging.put(putTaskContent(task.id, content));
        if (request.contextId === undefined) staging.put(insertContext(contextId, [caller.id, worker.id]));
        if (request.messageId !== undefined) staging.put(insertSentMessage(caller.id, request.messageId, task.id));
        appendCreated(staging, task, message, request.content);
        return viewWritten(task, { content, earlier: [], message }, bytes);
      },
    },
  };
}

/** The task that the sender's message made before. The same id for somebody else is no repetition but a mistake. */
async function taskOfMessage(table: Table, caller: Identity, request: NewTask): Promise<Task | undefined> {
  const { to, messageId = '' } = request;
  const sent = await findSentMessage(table, caller.id, messageId);
  if (sent === undefined) return undefined;
  const task = await findTask(table, sent.taskId);
  if (task === undefined) throw new Error('a message of a task that is not there');
  const same = 'handle' in to ? task.worker.handle === to.handle : task.worker.identityId === to.identityId;
  if (!same) throw invalid('message_id', 'one that was not used with another agent');
  return task;
}

/** A context of other agents is absent, like any id that is somebody else's. */
async function requireContext(table: Table, caller: Identity, worker: Identity, contextId: string | undefined) {
  if (contextId === undefined) return;
  const context = await findContext(table, contextId);
  const between: readonly string[] = context?.between ?? [];
  if (!between.includes(caller.id) || !between.includes(worker.id)) throw notFound();
}

function taskAgent({ id, organizationId, handle, displayName }: Identity): TaskAgent {
  return { identityId: id, organizationId, handle, displayName };
}

function firstMessage({ messageId, content }: NewTask, createdAt: number): TaskMessage {
  const id = makeId('message', createdAt, randomPart());
  return {
    id,
    messageId: messageId ?? id,
    role: 'caller',
    parts: content.parts,
    extras: content.extras,
    createdAt,
  };
}
