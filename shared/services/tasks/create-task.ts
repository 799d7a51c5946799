import { putCallerWorkerTask } from '#shared/data/entities/a2a/caller-worker-task.ts';
import { putPushConfig } from '#shared/data/entities/a2a/push-config.ts';
import { findTask, insertTask, type Task, type TaskAgent } from '#shared/data/entities/a2a/task.ts';
import {
  insertTaskMessage,
  messageBytes,
  NO_CONTENT,
  putTaskContent,
  type TaskMessage,
} from '#shared/data/entities/a2a/task-content.ts';
import {
  findClientContext,
  findContext,
  insertTaskContext,
  type TaskContext,
} from '#shared/data/entities/a2a/task-context.ts';
import { findSentMessage, insertSentMessage, insertTaskListRows } from '#shared/data/entities/a2a/task-list.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { type Content, jsonBytes, MAX_METADATA_BYTES, requireBytes } from '#shared/domain/a2a/content.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { invalid, notFound } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { firstPushConfig, type PushTarget } from './push-target.ts';
import { locateWorker, requireReachable, type Target } from './require-reachable-agent.ts';
import { appendCreated } from './task-events.ts';
import { buildViewAfterWrite, type TaskOutcome, viewTask, WRITE_BYTES } from './task-view.ts';

/** The caller's request for a task. */
export interface NewTask {
  to: Target;
  content: Content;
  /** An existing context of the caller and the worker. Without it the task gets a new context. */
  contextId?: string;
  /** The caller's id of a context, in place of `contextId`. The first task that names it creates the context. */
  clientContextId?: string;
  /** The caller's id of the message. Sent again, the message creates no task; the result is the existing task. */
  messageId?: string;
  metadata?: Record<string, unknown>;
  /** The receiver of push notifications about the steps of the task. */
  push?: PushTarget;
}

/**
 * Creates a task in the state `submitted`. One commit writes the task, its first message, the lists of both agents and
 * both organizations, and the event in the log of the worker's organization.
 *
 * See: docs/contract/a2a.md#tasks; docs/decisions/0010-a2a.md.
 */
export async function createTask(
  table: Table,
  caller: Identity,
  request: NewTask,
  bytes = WRITE_BYTES,
): Promise<TaskOutcome> {
  const metadata = request.metadata ?? {};
  requireBytes(metadata, MAX_METADATA_BYTES, 'metadata');
  // A message that was sent before creates nothing, whatever has become of the worker and the context since.
  const prepared = prepare(table, caller, request);
  prepared.catch(() => {});
  const repeated = request.messageId === undefined ? undefined : await taskOfMessage(table, caller, request);
  if (repeated !== undefined) return { kind: 'unchanged', view: await viewTask(table, repeated, { bytes }) };
  const { worker, known } = await prepared;

  const content = { ...NO_CONTENT, metadata };
  const contentBytes = Object.keys(metadata).length === 0 ? 0 : jsonBytes(content);
  return {
    kind: 'plan',
    plan: {
      build: (tx) => {
        // The lists of both organizations page by this time, so it must be unique in both.
        const createdAt = tx.nextTimestamp(caller.organizationId, worker.organizationId);
        const context = known ?? newContext(caller, worker, request.clientContextId, createdAt);
        const message = firstMessage(request, createdAt);
        const task: Task = {
          id: makeId('task', createdAt, randomPart()),
          contextId: context.id,
          ...(context.clientId !== undefined && { clientContextId: context.clientId }),
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
        tx.countStored({ organizationId: caller.organizationId, bytes: task.messageBytes + contentBytes });
        tx.put(
          insertTask(task),
          insertTaskMessage(task, message),
          ...insertTaskListRows(task),
          putCallerWorkerTask(task),
        );
        if (request.push !== undefined) tx.put(putPushConfig(firstPushConfig(task.id, request.push)));
        if (contentBytes > 0) tx.put(putTaskContent(task, content));
        if (known === undefined) tx.put(...insertTaskContext(context));
        if (request.messageId !== undefined) tx.put(insertSentMessage(caller.id, request.messageId, task.id));
        appendCreated(tx, task, message, request.content);
        return buildViewAfterWrite(task, { content, earlier: [], message }, bytes);
      },
    },
  };
}

/** The worker of a new task, if the caller may reach it, and the context that the request names. */
async function prepare(table: Table, caller: Identity, request: NewTask) {
  const located = await locateWorker(table, caller, request.to);
  const [worker, known] = await allInOrder([
    requireReachable(table, caller, located),
    findRequestContext(table, caller.id, located.identityId, request),
  ]);
  return { worker, known };
}

/** The task that the caller's message created before. Throws if the message went to another worker. */
async function taskOfMessage(table: Table, caller: Identity, request: NewTask): Promise<Task | undefined> {
  const { to, messageId = '' } = request;
  const sent = await findSentMessage(table, caller.id, messageId);
  if (sent === undefined) return undefined;
  const task = await findTask(table, sent.taskId);
  if (task === undefined) throw new Error('the task of a message does not exist');
  const same = 'handle' in to ? task.worker.handle === to.handle : task.worker.identityId === to.identityId;
  if (!same) throw invalid('message_id', 'one that was not used with another agent');
  return task;
}

/** The context that a request names; `undefined` for a new one. Throws 404 for a context of other agents. */
async function findRequestContext(
  table: Table,
  callerId: string,
  workerId: string,
  { contextId, clientContextId }: NewTask,
): Promise<TaskContext | undefined> {
  if (clientContextId !== undefined) return findClientContext(table, [callerId, workerId], clientContextId);
  if (contextId === undefined) return undefined;
  const context = await findContext(table, contextId);
  if (!context?.between.includes(callerId) || !context.between.includes(workerId)) throw notFound();
  return context;
}

function newContext(caller: Identity, worker: Identity, clientId: string | undefined, createdAt: number): TaskContext {
  const id = makeId('context', createdAt, randomPart());
  return { id, between: [caller.id, worker.id], ...(clientId !== undefined && { clientId }) };
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
