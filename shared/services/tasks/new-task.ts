import { NO_CONTENT, type TaskContent, type TaskMessage } from '#shared/data/entities/a2a/task-content.ts';
import type { TaskContext } from '#shared/data/entities/a2a/task-context.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { type Content, jsonBytes } from '#shared/domain/a2a/content.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { PushTarget } from './push-target.ts';
import type { Target } from './require-reachable-agent.ts';
import type { NamedContext } from './stage-task.ts';

/** The caller's request for a task. */
export interface NewTask extends NamedContext {
  to: Target;
  content: Content;
  /** The caller's id of the message. Sent again, the message creates no task; the result is the existing task. */
  messageId?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** The receiver of push notifications about the steps of the task. */
  push?: PushTarget | undefined;
  /** The address of the API, for the links of emails to approvers. */
  baseUrl: string;
  /** The time of the request, in epoch milliseconds. */
  now: number;
}

/** A request with what it names: the worker, which the caller may reach, and an existing context, if any. */
export interface AskedTask {
  readonly caller: Identity;
  readonly worker: Identity;
  readonly known: TaskContext | undefined;
  readonly request: NewTask;
}

export function firstMessage({ messageId, content }: NewTask, createdAt: number): TaskMessage {
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

/** The context of a task: the one that the request names, or a new one. */
export function contextOf({ caller, worker, known, request }: AskedTask, createdAt: number): TaskContext {
  if (known !== undefined) return known;
  const { clientContextId: clientId } = request;
  const id = makeId('context', createdAt, randomPart());
  return { id, between: [caller.id, worker.id], ...(clientId !== undefined && { clientId }) };
}

/** What a new task has besides its message, and the bytes of that. */
export function firstContent({ metadata = {} }: NewTask): { content: TaskContent; contentBytes: number } {
  const content = { ...NO_CONTENT, metadata };
  return { content, contentBytes: Object.keys(metadata).length === 0 ? 0 : jsonBytes(content) };
}
