import { putCallerWorkerTask } from '../../data/entities/caller-worker-task.ts';
import { replaceTask, type Task } from '../../data/entities/task.ts';
import {
  findTaskContent,
  insertTaskMessage,
  type MessageRole,
  messageBytes,
  NO_CONTENT,
  newestTaskMessages,
  type TaskContent,
  type TaskMessage,
} from '../../data/entities/task-content.ts';
import { removeOpenTaskRows } from '../../data/entities/task-list.ts';
import { insertTaskStep, type StepRecord } from '../../data/entities/task-step.ts';
import type { Table } from '../../data/table-client.ts';
import type { TransactionBuilder } from '../../data/unit-of-work.ts';
import { type Content, MAX_MESSAGES } from '../../domain/a2a/content.ts';
import { isTerminal, nextState, type TaskState, type TaskStep } from '../../domain/a2a/task-state.ts';
import { AppError, invalid } from '../../domain/errors.ts';
import { makeId, randomPart } from '../../domain/ids.ts';
import { stagePush } from './stage-push.ts';

/** What was said in a task before a step: as much of it as the answer to the step has room for. */
export interface TaskHistory {
  content: TaskContent;
  earlier: TaskMessage[];
}

export async function loadBefore(table: Table, task: Task, bytes: number): Promise<TaskHistory> {
  const [content, earlier] = await Promise.all([
    task.contentBytes === 0 ? NO_CONTENT : findTaskContent(table, task.id),
    newestTaskMessages(table, task, { bytes }),
  ]);
  return { content, earlier };
}

/** Where a step leads; refused where the task has ended. `same`: the task stands as it is. */
export function requireStep(task: Task, step: TaskStep): TaskState | 'same' {
  const next = nextState(task.state, step);
  if (next === 'ended') throw new AppError('a2a.task_terminal');
  return next;
}

/** Refuses a message more than a task holds. */
export function requireRoomForMessage(task: Task): void {
  if (task.messageCount >= MAX_MESSAGES)
    throw invalid(
      'message',
      `at most ${MAX_MESSAGES} messages in a task: send a new task, or end this one by a reply without a message`,
    );
}

/** A message that a step adds, before it has its time. */
export interface DraftMessage {
  role: MessageRole;
  content: Content;
  messageId?: string;
}

/** What a reply hands over beside its message. */
export type StepOutput = Pick<StepRecord, 'artifacts' | 'result'>;

/** The organizations whose clocks a step by the sender takes part in: the sender's only where it wants to be told. */
export function clocksOfStep({ worker, caller, pushSlots = 0 }: Task): string[] {
  return pushSlots > 0 ? [worker.organizationId, caller.organizationId] : [worker.organizationId];
}

/**
 * Stages the task after a step: its row on the condition that it is as it was read, its message, what followers are told
 * of the step, and, where the step ended it, its leaving the lists of open tasks.
 */
export function stageStep(
  tx: TransactionBuilder,
  task: Task,
  state: TaskState,
  draft: DraftMessage | null,
  changed: Partial<Pick<Task, 'artifactCount' | 'contentBytes'>> = {},
  brought: StepOutput = { artifacts: [] },
): { next: Task; message: TaskMessage | null } {
  const at = tx.nextTimestamp(task.worker.organizationId);
  const message = draft === null ? null : messageOf(draft, at);
  const ended = isTerminal(state);
  const next: Task = {
    ...task,
    ...changed,
    state,
    messageCount: task.messageCount + (message === null ? 0 : 1),
    messageBytes: task.messageBytes + (message === null ? 0 : messageBytes(message)),
    updatedAt: at,
    completedAt: ended ? at : null,
    version: task.version + 1,
  };
  tx.put(replaceTask(next), putCallerWorkerTask(next));
  tx.put(insertTaskStep(task.id, { seq: next.version, state, at, messageId: message?.id ?? null, ...brought }));
  stagePush(tx, next);
  if (message !== null) tx.put(insertTaskMessage(task.id, message));
  if (ended) tx.put(...removeOpenTaskRows(next));
  return { next, message };
}

function messageOf({ role, content, messageId }: DraftMessage, createdAt: number): TaskMessage {
  const id = makeId('message', createdAt, randomPart());
  return { id, messageId: messageId ?? id, role, parts: content.parts, extras: content.extras, createdAt };
}
