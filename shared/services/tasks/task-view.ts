import type { Task } from '../../data/entities/task.ts';
import {
  findTaskContent,
  type MessageBounds,
  messageBytes,
  NO_CONTENT,
  newestTaskMessages,
  type TaskContent,
  type TaskMessage,
} from '../../data/entities/task-content.ts';
import type { Table } from '../../data/table-client.ts';
import type { Plan } from '../../data/unit-of-work.ts';
import { MAX_TIME } from '../../domain/ids.ts';
import { mapWithLimit } from '../../runtime/map-with-limit.ts';

/** A task with as much of what was said in it as one answer has room for. */
export interface TaskView {
  task: Task;
  /** Metadata, result, artifacts; null where they have no room. */
  content: TaskContent | null;
  /** The newest that have room, oldest first; `task.messageCount` tells how many there are. */
  messages: TaskMessage[];
}

/**
 * What a use case comes to: a task that stands as it is (a repeated message, a repeated cancellation), or a plan to be
 * committed, which gives the task as it is then.
 */
export type TaskOutcome = { kind: 'unchanged'; view: TaskView } | { kind: 'plan'; plan: Plan<TaskView> };

/**
 * Bytes of an answer. A function's answer is 6 MB at most and carries JSON within JSON, which doubles what it has to
 * escape; the reply of a write has to fit, encrypted, into the row of its idempotency key (400 KB).
 *
 * See: AWS Lambda quotas; DynamoDB quotas.
 */
export const READ_BYTES = 2.5 * 1024 * 1024;
export const LIST_BYTES = 2 * 1024 * 1024;
export const WRITE_BYTES = 288 * 1024;

/**
 * A task as it is in the table. What is not messages goes first, and messages take the rest. A message that came after
 * the row was read is left to whoever reads the row again: it belongs to a later state.
 */
export async function viewTask(table: Table, task: Task, bounds: MessageBounds): Promise<TaskView> {
  const shown = task.contentBytes <= bounds.bytes;
  const bytes = bounds.bytes - (shown ? task.contentBytes : 0);
  const before = Math.min(bounds.before ?? MAX_TIME, task.updatedAt + 1);
  const [content, messages] = await Promise.all([
    !shown ? null : task.contentBytes === 0 ? NO_CONTENT : findTaskContent(table, task.id),
    newestTaskMessages(table, task, { ...bounds, bytes, before }),
  ]);
  return { task, content, messages };
}

/** A task as a write makes it: its newest message first, then the content, then what was said before. */
export function buildViewAfterWrite(
  task: Task,
  { content, earlier, message }: { content: TaskContent; earlier: readonly TaskMessage[]; message: TaskMessage | null },
  bytes: number,
): TaskView {
  let left = bytes;
  const messages: TaskMessage[] = [];
  if (message !== null) {
    left -= messageBytes(message);
    messages.push(message);
  }
  const shown = task.contentBytes <= left;
  if (shown) left -= task.contentBytes;
  for (const one of [...earlier].reverse()) {
    left -= messageBytes(one);
    if (left < 0) break;
    messages.unshift(one);
  }
  return { task, content: shown ? content : null, messages };
}

const MAX_CONCURRENT_READS = 16;

/** Many tasks, each with its share of the bytes. */
export async function viewTasks(
  table: Table,
  tasks: readonly Task[],
  bounds: MessageBounds = { bytes: LIST_BYTES },
): Promise<TaskView[]> {
  const bytes = Math.floor(bounds.bytes / Math.max(1, tasks.length));
  return mapWithLimit(tasks, MAX_CONCURRENT_READS, (task) => viewTask(table, task, { ...bounds, bytes }));
}
