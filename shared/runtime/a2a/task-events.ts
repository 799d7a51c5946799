import type { Task, TaskAgent } from '../../data/entities/task.ts';
import type { TaskMessage } from '../../data/entities/task-content.ts';
import type { NewEvent, Staging } from '../../data/unit-of-work.ts';
import { type Content, type Part, toldText } from '../../domain/a2a/content.ts';
import type { AgentSummary } from '../../domain/events.ts';

/**
 * The events of a task: whose log each goes to, and what it says.
 *
 * Rule: specification, Event types; shapes, A2A (whose event) and Exact answers (appends).
 */
const reference = ({ identityId, handle, displayName }: TaskAgent) => ({ identityId, handle, displayName });

/** Caller, then worker. Rule: shapes, Exact answers (`agent_identities`). */
const agentsOf = ({ caller, worker }: Task): AgentSummary[] =>
  [caller, worker].map(({ identityId, handle, displayName }) => ({
    id: identityId,
    handle,
    display_name: displayName,
  }));

/** What every event of a task carries that goes to the worker. */
const ofWorker = (task: Task) => ({
  identityId: task.worker.identityId,
  aggregateId: task.id,
  agents: agentsOf(task),
});

const place = ({ id, contextId, state }: Task) => ({ taskId: id, contextId, state });

/** Parts as a payload holds them: plain JSON objects. */
const told = (parts: readonly Part[]) => parts.map((part): Record<string, unknown> => ({ ...part }));

export function appendCreated(staging: Staging, task: Task, message: TaskMessage, content: Content): void {
  const event: NewEvent<'a2a.task.created'> = {
    ...ofWorker(task),
    type: 'a2a.task.created',
    payload: {
      ...place(task),
      callerIdentityId: task.caller.identityId,
      caller: reference(task.caller),
      message: toldText(content),
      messageId: message.messageId,
      parts: told(message.parts),
    },
    at: task.createdAt,
  };
  staging.append(task.worker.organizationId, event);
}

export function appendMessage(staging: Staging, task: Task, message: TaskMessage): void {
  const event: NewEvent<'a2a.task.message'> = {
    ...ofWorker(task),
    type: 'a2a.task.message',
    payload: {
      ...place(task),
      caller: reference(task.caller),
      messageId: message.messageId,
      parts: told(message.parts),
    },
    at: message.createdAt,
  };
  staging.append(task.worker.organizationId, event);
}

export function appendCanceled(staging: Staging, task: Task): void {
  const event: NewEvent<'a2a.task.canceled'> = {
    ...ofWorker(task),
    type: 'a2a.task.canceled',
    payload: { ...place(task), callerIdentityId: task.caller.identityId, caller: reference(task.caller) },
    at: task.updatedAt,
  };
  staging.append(task.worker.organizationId, event);
}

/** A reply is told twice: to the worker's organization, and to the caller's what came of the task it sent. */
export function appendUpdated(staging: Staging, task: Task, result: unknown, message: TaskMessage | null): void {
  const updated: NewEvent<'a2a.task.updated'> = {
    ...ofWorker(task),
    type: 'a2a.task.updated',
    payload: { ...place(task), result },
    at: task.updatedAt,
  };
  staging.append(task.worker.organizationId, updated);
  const sent: NewEvent<'a2a.sent_task.updated'> = {
    ...ofWorker(task),
    identityId: task.caller.identityId,
    type: 'a2a.sent_task.updated',
    payload: {
      ...place(task),
      result,
      worker: reference(task.worker),
      messageId: message?.messageId ?? null,
      parts: told(message?.parts ?? []),
    },
  };
  staging.append(task.caller.organizationId, sent);
}
