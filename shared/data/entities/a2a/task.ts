import type { TaskState } from '#shared/domain/a2a/task-state.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { type Change, check, insert, RETRY, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import type { ContentOwner } from '../../large-content.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

/** An agent of a task, as it was when the task was created. */
export interface TaskAgent {
  identityId: string;
  organizationId: string;
  handle: string;
  displayName: string;
}

/**
 * A unit of work that a caller asks of a worker. The row is small: messages, and other content that may be long, have
 * their own rows. Every change is conditional on `version`, so that no decision is based on an old state.
 *
 * See: docs/contract/a2a.md#task-record.
 */
export interface Task {
  id: string;
  contextId: string;
  /** The client's id of the context, which the A2A protocol shows instead of `contextId`. */
  clientContextId?: string;
  state: TaskState;
  caller: TaskAgent;
  worker: TaskAgent;
  messageCount: number;
  artifactCount: number;
  /**
   * The JSON bytes of all messages, and of metadata, result and artifacts: the size of the whole task in a response.
   */
  messageBytes: number;
  contentBytes: number;
  /** Unique in both organizations, because the lists of both page by it. */
  createdAt: number;
  updatedAt: number;
  completedAt: number | null;
  version: number;
  /** The delivery times that each step reserves, one for each slot of the push configurations; none if absent. */
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

/** The owner of a task's large content: the organization of the worker, which has the task in its log. */
export function taskContentOwner({ worker }: Pick<Task, 'worker'>): ContentOwner {
  return { kind: 'task', organizationId: worker.organizationId };
}

function taskKey(id: string): Key {
  return { pk: taskPartition(id), sk: 'TASK' };
}

export function insertTask(task: Task): Change {
  return insert({ ...taskKey(task.id), ...task });
}

/** Replaces a task. `version` must be one more than was read. */
export function replaceTask(task: Task): Change {
  return replaceVersion({ ...taskKey(task.id), ...task });
}

/** Ensures that a task is still in the state that was read. Otherwise the operation retries. */
export function checkTaskState({ id, state }: Pick<Task, 'id' | 'state'>): Change {
  const isSame = { expression: '#state = :state', names: { '#state': 'state' }, values: { ':state': state } };
  return check(taskKey(id), isSame, RETRY);
}

/** A task by a strongly consistent read, which decisions on its state need. */
export async function findTask(table: Table, id: string): Promise<Task | undefined> {
  if (!isId('task', id)) return undefined;
  return getRow(table, decodeTask, taskKey(id), { strong: true });
}

/** A task by an eventually consistent read, for polling: it may be slightly old, and costs half. */
export function peekTask(table: Table, id: string): Promise<Task | undefined> {
  return getRow(table, decodeTask, taskKey(id));
}

/** Many tasks, by id. */
export async function findTasks(table: Table, ids: readonly string[]): Promise<Map<string, Task>> {
  const rows = await getRows(table, decodeTask, ids.map(taskKey), { strong: true });
  return new Map(rows.map((task) => [task.id, task]));
}
