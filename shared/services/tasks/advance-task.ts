import { putCallerWorkerTask } from '#shared/data/entities/a2a/caller-worker-task.ts';
import { replaceTask, type Task } from '#shared/data/entities/a2a/task.ts';
import { claimChanges } from '#shared/data/entities/a2a/task-claim.ts';
import {
  findTaskContent,
  insertTaskMessage,
  type MessageRole,
  messageBytes,
  NO_CONTENT,
  newestTaskMessages,
  type StoredTaskContent,
  type TaskMessage,
} from '#shared/data/entities/a2a/task-content.ts';
import { removeOpenTaskRows } from '#shared/data/entities/a2a/task-list.ts';
import { insertTaskStep, type StepRecord } from '#shared/data/entities/a2a/task-step.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { type Content, MAX_MESSAGES } from '#shared/domain/a2a/content.ts';
import { isTerminal, nextState, type TaskState, type TaskStep } from '#shared/domain/a2a/task-state.ts';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { stagePush } from './stage-push.ts';

/** The content and newest messages of a task before a step, as far as the response to the step has room for them. */
export interface TaskHistory extends StoredTaskContent {
  earlier: TaskMessage[];
}

export async function loadHistory(table: Table, task: Task, bytes: number): Promise<TaskHistory> {
  const [stored, earlier] = await Promise.all([
    task.contentBytes === 0 ? { content: NO_CONTENT } : findTaskContent(table, task.id),
    newestTaskMessages(table, task, { bytes }),
  ]);
  return { ...stored, earlier };
}

/**
 * The state of the task after a step; `same` if the step does not change it. Throws if the task has ended, or waits for
 * its caller where the step cannot.
 */
export function requireStep(task: Task, step: TaskStep): TaskState | 'same' {
  const next = nextState(task.state, step);
  if (next === 'ended') throw new AppError('a2a.task_terminal');
  if (next === 'waiting') throw new AppError('a2a.task_waiting');
  return next;
}

/** Throws if the task has its maximum of messages. */
export function requireRoomForMessage(task: Task): void {
  if (task.messageCount >= MAX_MESSAGES)
    throw invalid(
      'message',
      `at most ${MAX_MESSAGES} messages per task: send a new task, or end this one with a reply without a message`,
    );
}

/** A message that a step adds, without its id and time. */
export interface DraftMessage {
  role: MessageRole;
  content: Content;
  messageId?: string;
}

/** What a reply contains in addition to its message. */
type StepOutput = Pick<StepRecord, 'artifacts' | 'result'>;

/** What a step changes in its task. */
export interface StepChange {
  state: TaskState;
  draft: DraftMessage | null;
  /** The claim under which the worker takes the step. */
  claimId?: string | undefined;
  /** The new sizes of the task's content, if the step changes it. */
  sizes?: Partial<Pick<Task, 'artifactCount' | 'contentBytes'>>;
  output?: StepOutput;
}

/**
 * Stages a step of a task: the task's row, on the condition that its version is the one that was read, the step for
 * followers, its push notifications, and its message. A step that ends the task removes it from the lists of open
 * tasks, and one that moves it out of `working` ends its claim.
 */
export function stageStep(
  tx: TransactionBuilder,
  task: Task,
  { state, draft, claimId, sizes = {}, output = { artifacts: [] } }: StepChange,
): { next: Task; message: TaskMessage | null } {
  const at = tx.nextTimestamp(task.worker.organizationId);
  const message = draft === null ? null : messageOf(draft, at);
  const ended = isTerminal(state);
  const next: Task = {
    ...task,
    ...sizes,
    state,
    messageCount: task.messageCount + (message === null ? 0 : 1),
    messageBytes: task.messageBytes + (message === null ? 0 : messageBytes(message)),
    updatedAt: at,
    completedAt: ended ? at : null,
    version: task.version + 1,
  };
  const { caller, worker } = task;
  const author = draft?.role === 'caller' ? caller : worker;
  tx.countStored({ organizationId: author.organizationId, bytes: next.messageBytes - task.messageBytes });
  tx.countStored({ organizationId: worker.organizationId, bytes: next.contentBytes - task.contentBytes });
  tx.put(replaceTask(next), putCallerWorkerTask(next), ...claimChanges(task, { to: state, claimId, now: tx.now }));
  tx.put(insertTaskStep(task, { seq: next.version, state, at, messageId: message?.id ?? null, ...output }));
  stagePush(tx, next);
  if (message !== null) tx.put(insertTaskMessage(task, message));
  if (ended) tx.put(...removeOpenTaskRows(next));
  return { next, message };
}

function messageOf({ role, content, messageId }: DraftMessage, createdAt: number): TaskMessage {
  const id = makeId('message', createdAt, randomPart());
  return { id, messageId: messageId ?? id, role, parts: content.parts, extras: content.extras, createdAt };
}
