import type { Task, TaskAgent } from '#shared/data/entities/a2a/task.ts';
import type { TaskMessage } from '#shared/data/entities/a2a/task-content.ts';
import type { NewEvent, TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { type Content, inlineText, type Part } from '#shared/domain/a2a/content.ts';
import type { AgentSummary } from '#shared/domain/log/events.ts';

/**
 * The events of a task: the organization with the log, and the payload.
 *
 * See: docs/contract/events.md#event-types; docs/contract/events.md#which-log.
 */
const reference = ({ identityId, handle, displayName }: TaskAgent) => ({ identityId, handle, displayName });

/** Caller, then worker. See: docs/contract/webhooks.md#request-body. */
const agentsOf = ({ caller, worker }: Task): AgentSummary[] =>
  [caller, worker].map(({ identityId, handle, displayName }) => ({
    id: identityId,
    handle,
    display_name: displayName,
  }));

/** Fields of every event in the log of the worker's organization. */
const workerEventFields = (task: Task) => ({
  identityId: task.worker.identityId,
  aggregateId: task.id,
  agents: agentsOf(task),
});

const taskRef = ({ id, contextId, state }: Task) => ({ taskId: id, contextId, state });

/** Parts as plain JSON objects, the form of event payloads. */
const serializedParts = (parts: readonly Part[]) => parts.map((part): Record<string, unknown> => ({ ...part }));

export function appendCreated(tx: TransactionBuilder, task: Task, message: TaskMessage, content: Content): void {
  const event: NewEvent<'a2a.task.created'> = {
    ...workerEventFields(task),
    type: 'a2a.task.created',
    payload: {
      ...taskRef(task),
      callerIdentityId: task.caller.identityId,
      caller: reference(task.caller),
      message: inlineText(content),
      messageId: message.messageId,
      parts: serializedParts(message.parts),
    },
    at: task.updatedAt,
  };
  tx.appendEvent(task.worker.organizationId, event);
}

export function appendMessage(tx: TransactionBuilder, task: Task, message: TaskMessage): void {
  const event: NewEvent<'a2a.task.message'> = {
    ...workerEventFields(task),
    type: 'a2a.task.message',
    payload: {
      ...taskRef(task),
      caller: reference(task.caller),
      messageId: message.messageId,
      parts: serializedParts(message.parts),
    },
    at: message.createdAt,
  };
  tx.appendEvent(task.worker.organizationId, event);
}

export function appendCanceled(tx: TransactionBuilder, task: Task): void {
  const event: NewEvent<'a2a.task.canceled'> = {
    ...workerEventFields(task),
    type: 'a2a.task.canceled',
    payload: { ...taskRef(task), callerIdentityId: task.caller.identityId, caller: reference(task.caller) },
    at: task.updatedAt,
  };
  tx.appendEvent(task.worker.organizationId, event);
}

/**
 * Appends a reply to two logs: `a2a.task.updated` for the worker's organization, `a2a.sent_task.updated` for the
 * caller's.
 */
export function appendUpdated(tx: TransactionBuilder, task: Task, result: unknown, message: TaskMessage | null): void {
  const updated: NewEvent<'a2a.task.updated'> = {
    ...workerEventFields(task),
    type: 'a2a.task.updated',
    payload: { ...taskRef(task), result },
    at: task.updatedAt,
  };
  tx.appendEvent(task.worker.organizationId, updated);
  const sent: NewEvent<'a2a.sent_task.updated'> = {
    ...workerEventFields(task),
    identityId: task.caller.identityId,
    type: 'a2a.sent_task.updated',
    payload: {
      ...taskRef(task),
      result,
      worker: reference(task.worker),
      messageId: message?.messageId ?? null,
      parts: serializedParts(message?.parts ?? []),
    },
  };
  tx.appendEvent(task.caller.organizationId, sent);
}
