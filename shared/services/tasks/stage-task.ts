import { putCallerWorkerTask } from '#shared/data/entities/a2a/caller-worker-task.ts';
import { insertTask, type Task, type TaskAgent } from '#shared/data/entities/a2a/task.ts';
import { messageBytes, type TaskMessage } from '#shared/data/entities/a2a/task-content.ts';
import {
  findClientContext,
  findContext,
  insertTaskContext,
  type TaskContext,
} from '#shared/data/entities/a2a/task-context.ts';
import { insertSentMessage, insertTaskListRows } from '#shared/data/entities/a2a/task-list.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import type { Content } from '#shared/domain/a2a/content.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { appendCreated } from './task-events.ts';

/** The context that a request names: by its id, by the id that the client chose, or none for a new one. */
export interface NamedContext {
  readonly contextId?: string | undefined;
  readonly clientContextId?: string | undefined;
}

/** The context that a request names; `undefined` for a new one. Throws 404 for a context of other agents. */
export async function findRequestContext(
  table: Table,
  callerId: string,
  workerId: string,
  { contextId, clientContextId }: NamedContext,
): Promise<TaskContext | undefined> {
  if (clientContextId !== undefined) return findClientContext(table, [callerId, workerId], clientContextId);
  if (contextId === undefined) return undefined;
  const context = await findContext(table, contextId);
  if (!context?.between.includes(callerId) || !context.between.includes(workerId)) throw notFound();
  return context;
}

export function taskAgent({ id, organizationId, handle, displayName }: Identity): TaskAgent {
  return { identityId: id, organizationId, handle, displayName };
}

/** What a new task consists of. */
interface StagedTask extends Pick<Task, 'id' | 'caller' | 'worker' | 'contentBytes' | 'createdAt' | 'updatedAt'> {
  readonly context: TaskContext;
  readonly isNewContext: boolean;
  /** Its first message, which is stored in the same commit or before. */
  readonly message: TaskMessage;
  readonly content: Content;
  /** Whether the caller has named the message. */
  readonly hasMessageId: boolean;
  readonly hasPush: boolean;
}

/**
 * Stages a task in the state `submitted`, the lists of both agents and both organizations, and the event in the log of
 * the worker's organization.
 */
export function stageTask(tx: TransactionBuilder, staged: StagedTask): Task {
  const { id, caller, worker, contentBytes, createdAt, updatedAt, context, message } = staged;
  const task: Task = {
    id,
    contextId: context.id,
    ...(context.clientId !== undefined && { clientContextId: context.clientId }),
    state: 'submitted',
    caller,
    worker,
    messageCount: 1,
    artifactCount: 0,
    messageBytes: messageBytes(message),
    contentBytes,
    createdAt,
    updatedAt,
    completedAt: null,
    version: 1,
    ...(staged.hasPush && { pushSlots: 1 }),
  };
  tx.put(insertTask(task), ...insertTaskListRows(task), putCallerWorkerTask(task));
  if (staged.isNewContext) tx.put(...insertTaskContext(context));
  if (staged.hasMessageId) tx.put(insertSentMessage(caller.identityId, message.messageId, id));
  appendCreated(tx, task, message, staged.content);
  return task;
}
