import { isTerminal } from '#shared/domain/a2a/task-state.ts';
import { type Change, insert, RETRY, remove } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';
import { findTasks, type Task, taskPartition } from './task.ts';

interface ListedTask {
  taskId: string;
}

const decodeListedTask = rowDecoder<ListedTask>({ taskId: 'string' });

/**
 * The lists of tasks. Each identity and organization of a task has a row for it that never changes, and another one
 * while the task is open, so that a worker that looks for work does not have to read past completed tasks. A context
 * lists its tasks too.
 *
 * Rows: `TASKLIST#<identity or organization>`, `TASKLIST#<…>#OPEN`, `TASK#<context>`; each sorted by the task's id.
 */
const allOf = (owner: string) => `${PREFIX.taskList}${owner}`;
const openOf = (owner: string) => `${PREFIX.taskList}${owner}#OPEN`;

/** The identities and organizations that have a task on their lists. */
function ownersOf({ caller, worker }: Task): string[] {
  return [...new Set([caller.identityId, worker.identityId, caller.organizationId, worker.organizationId])];
}

/** The rows of a new task on all of its lists. */
export function insertTaskListRows(task: Task): Change[] {
  const partitions = ownersOf(task).flatMap((owner) => [allOf(owner), openOf(owner)]);
  return [...partitions, taskPartition(task.contextId)].map((pk) => insert({ pk, sk: task.id, taskId: task.id }));
}

/** Removes a task that has ended from the lists of open tasks. */
export function removeOpenTaskRows(task: Task): Change[] {
  return ownersOf(task).map((owner) => remove({ pk: openOf(owner), sk: task.id }, RETRY));
}

/** A list: the tasks of an identity or organization, all or only the open ones, or the tasks of a context. */
export type TaskList = { owner: string; openOnly: boolean } | { contextId: string };

/** The maximum of tasks that are read at a time: as many as one batch request may name. */
const BATCH = 100;

/**
 * The tasks of a list before a time (exclusive), newest first, in their current state. It reads `first` tasks, and then
 * four times as many each time, so that a caller that looks for few among many makes few requests.
 */
export async function* tasksBefore(
  table: Table,
  list: TaskList,
  before: number | undefined,
  first: number,
): AsyncGenerator<Task> {
  const pk =
    'contextId' in list ? taskPartition(list.contextId) : list.openOnly ? openOf(list.owner) : allOf(list.owner);
  let size = Math.min(first, BATCH);
  let ids: string[] = [];
  const pages = { firstPage: size, pageSize: BATCH };
  for await (const { taskId } of newestFirst(table, decodeListedTask, { pk, kind: 'task' }, before, pages)) {
    ids.push(taskId);
    if (ids.length < size) continue;
    yield* inOrder(table, ids, list);
    ids = [];
    size = Math.min(BATCH, size * 4);
  }
  yield* inOrder(table, ids, list);
}

async function* inOrder(table: Table, ids: readonly string[], list: TaskList): AsyncGenerator<Task> {
  const tasks = await findTasks(table, ids);
  for (const id of ids) {
    const task = tasks.get(id);
    if (task === undefined) continue;
    // The task may have ended since the list was read.
    if ('openOnly' in list && list.openOnly && isTerminal(task.state)) continue;
    yield task;
  }
}

/** The task that a sender's `message_id` was used for. See: docs/contract/a2a.md#tasks. */
export interface SentMessage {
  taskId: string;
}

const decodeSentMessage = rowDecoder<SentMessage>({ taskId: 'string' });

function sentKey(senderId: string, messageId: string): Key {
  return { pk: allOf(senderId), sk: `SENT#${keyDigest(messageId)}` };
}

export function findSentMessage(table: Table, senderId: string, messageId: string): Promise<SentMessage | undefined> {
  return getRow(table, decodeSentMessage, sentKey(senderId, messageId), { strong: true });
}

/** Records a `message_id`. The operation retries if a concurrent request has used it. */
export function insertSentMessage(senderId: string, messageId: string, taskId: string): Change {
  return insert({ ...sentKey(senderId, messageId), taskId }, RETRY);
}
