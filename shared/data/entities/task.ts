import type { TaskState } from '../../domain/a2a/task-state.ts';
import { isId } from '../../domain/ids.ts';
import { type Change, insert, replaceVersion } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, type Table } from '../table-client.ts';

/** An agent as a task names it: as it was when the task began. */
export interface TaskAgent {
  identityId: string;
  organizationId: string;
  handle: string;
  displayName: string;
}

/**
 * What one agent asks another to do. The row is small: messages, and what else may be long, lie beside it, each in a
 * row of its own. Every change goes through `version`, so that whoever decides on a state decides on the newest.
 *
 * See: docs/contract/a2a.md#task-record.
 */
export interface Task {
  id: string;
  contextId: string;
  /** The client's own id of the context: what the A2A protocol shows instead of ours. */
  clientContextId?: string;
  state: TaskState;
  caller: TaskAgent;
  worker: TaskAgent;
  messageCount: number;
  artifactCount: number;
  /** JSON bytes of all messages, and of metadata, result and artifacts: what showing the whole task takes. */
  messageBytes: number;
  contentBytes: number;
  /** Unique in both organizations: lists of either page by it. */
  createdAt: number;
  updatedAt: number;
  completedAt: number | null;
  version: number;
  /** Delivery times that each step reserves: one for each slot of its push notifications; absent is none. */
  pushSlots?: number;
}

const decodeTask = rowDecoder<Task>({
  id: 'string',
  contextId: 'string',
  state: 'string',
  caller: 'object',
  worker: 'object',
  messageCount: 'number',
  createdAt: 'number',
  version: 'number',
});

/** The partition of a task: the row itself, its content, its messages. */
export function taskPartition(id: string): string {
  return `${PREFIX.task}${id}`;
}

function taskKey(id: string): Key {
  return { pk: taskPartition(id), sk: 'TASK' };
}

export function insertTask(task: Task): Change {
  return insert({ ...taskKey(task.id), ...task });
}

/** The task as it is to be; `version` one more than what was read. */
export function replaceTask(task: Task): Change {
  return replaceVersion({ ...taskKey(task.id), ...task });
}

/** Strongly read: a decision on a state needs the newest. */
export async function findTask(table: Table, id: string): Promise<Task | undefined> {
  if (!isId('task', id)) return undefined;
  return getRow(table, decodeTask, taskKey(id), { strong: true });
}

/** How a task stands, as a poll sees it: it may lag a moment, and costs half. */
export function peekTask(table: Table, id: string): Promise<Task | undefined> {
  return getRow(table, decodeTask, taskKey(id));
}

/** Many tasks, by id. */
export async function findTasks(table: Table, ids: readonly string[]): Promise<Map<string, Task>> {
  const rows = await getRows(table, decodeTask, ids.map(taskKey), { strong: true });
  return new Map(rows.map((task) => [task.id, task]));
}
