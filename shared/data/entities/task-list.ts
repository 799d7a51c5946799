import { isTerminal } from '../../domain/a2a/task-state.ts';
import { type Change, insert, RETRY, remove } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { keyDigest } from '../key-digest.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';
import { findTasks, type Task, taskPartition } from './task.ts';

interface ListedTask {
  taskId: string;
}

const decodeListedTask = rowDecoder<ListedTask>({ taskId: 'string' });

/**
 * Where tasks are found. Each of a task's agents and organizations has a row for it that never changes, and one more
 * while it is open, so that whoever looks for work does not read through what is done. A context lists its tasks too.
 *
 * Rows: `TASKLIST#<agent or organization>`, `TASKLIST#<…>#OPEN`, `TASK#<context>`; each sorted by the task's id.
 */
const allOf = (owner: string) => `${PREFIX.taskList}${owner}`;
const openOf = (owner: string) => `${PREFIX.taskList}${owner}#OPEN`;

/** Whose lists a task stands on. */
function ownersOf({ caller, worker }: Task): string[] {
  return [...new Set([caller.identityId, worker.identityId, caller.organizationId, worker.organizationId])];
}

/** The rows of a new task on all its lists. */
export function insertTaskListRows(task: Task): Change[] {
  const places = ownersOf(task).flatMap((owner) => [allOf(owner), openOf(owner)]);
  return [...places, taskPartition(task.contextId)].map((pk) => insert({ pk, sk: task.id, taskId: task.id }));
}

/** Takes a task that has ended off the lists of open ones. */
export function removeOpenTaskRows(task: Task): Change[] {
  return ownersOf(task).map((owner) => remove({ pk: openOf(owner), sk: task.id }, RETRY));
}

/** Which list to read: an owner's, all or the open ones only, or a context's. */
export type TaskList = { owner: string; openOnly: boolean } | { contextId: string };

/** Tasks read at a time, at most: as many as one batch request takes. */
const BATCH = 100;

/**
 * Tasks of a list before a time (exclusive), newest first, each as it is now. `first` are read at first, and four times
 * as many each time that these were not enough: whoever looks for few among many does not ask for each alone.
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
    // It may have ended since the list was read.
    if ('openOnly' in list && list.openOnly && isTerminal(task.state)) continue;
    yield task;
  }
}

/** What a sender's `message_id` was used for. See: docs/contract/a2a.md#tasks. */
export interface SentMessage {
  taskId: string;
}

const decodeSentMessage = rowDecoder<SentMessage>({ taskId: 'string' });

/** A `message_id` is anybody's text, so the key holds its digest. */
function sentKey(senderId: string, messageId: string): Key {
  return { pk: allOf(senderId), sk: `SENT#${keyDigest(messageId)}` };
}

export function findSentMessage(table: Table, senderId: string, messageId: string): Promise<SentMessage | undefined> {
  return getRow(table, decodeSentMessage, sentKey(senderId, messageId), { strong: true });
}

/** Notes a `message_id`; where an equal request was faster, what was loaded is stale. */
export function insertSentMessage(senderId: string, messageId: string, taskId: string): Change {
  return insert({ ...sentKey(senderId, messageId), taskId }, RETRY);
}
