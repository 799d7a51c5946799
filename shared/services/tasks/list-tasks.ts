import { BoundedRead } from '#shared/data/bounded-read.ts';
import type { Task } from '#shared/data/entities/a2a/task.ts';
import { findContext } from '#shared/data/entities/a2a/task-context.ts';
import { type TaskList, tasksBefore } from '#shared/data/entities/a2a/task-list.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { isTerminal, type TaskState } from '#shared/domain/a2a/task-state.ts';
import { maySee, type TaskReader } from './load-task.ts';

/** Filters of a task list. A task must match all that are set. */
export interface TaskFilter {
  /** As the reader sees it. For an org key, a task within the organization is both inbound and outbound. */
  direction?: 'inbound' | 'outbound';
  state?: TaskState;
  contextId?: string;
  /** Only tasks of this worker. */
  workerId?: string;
}

/** A page of tasks, and the time before which rows were not read, if the read ended before the page was full. */
export interface TaskPage {
  tasks: Task[];
  continueBefore: number | undefined;
}

/**
 * The reader's tasks before a time (exclusive), newest first. A filter for a non-terminal state reads the list of open
 * tasks, and a filter for a context reads the list of that context, so that neither reads the whole history.
 *
 * See: docs/contract/a2a.md#task-record; docs/contract/conventions.md#lists.
 */
export async function listTasks(
  table: Table,
  reader: TaskReader,
  filter: TaskFilter,
  page: { limit: number; before?: number },
): Promise<TaskPage> {
  const list = await listToRead(table, reader, filter);
  if (list === undefined) return { tasks: [], continueBefore: undefined };
  const read = new BoundedRead(tasksBefore(table, list, page.before, page.limit));
  const tasks = await collect(read, page.limit, (task) => matchesFilter(task, reader, filter));
  return { tasks, continueBefore: read.continueBefore };
}

async function listToRead(table: Table, reader: TaskReader, filter: TaskFilter): Promise<TaskList | undefined> {
  const { contextId, state } = filter;
  if (contextId === undefined) {
    const openOnly = state !== undefined && !isTerminal(state);
    return { owner: reader.identityId ?? reader.organizationId, openOnly };
  }
  return (await findContext(table, contextId)) === undefined ? undefined : { contextId };
}

function matchesFilter(task: Task, reader: TaskReader, { direction, state, contextId, workerId }: TaskFilter): boolean {
  const isMine = ({ identityId, organizationId }: Task['caller']) =>
    reader.identityId === null ? organizationId === reader.organizationId : identityId === reader.identityId;
  return (
    maySee(reader, task) &&
    (direction === undefined || isMine(direction === 'inbound' ? task.worker : task.caller)) &&
    (state === undefined || task.state === state) &&
    (contextId === undefined || task.contextId === contextId) &&
    (workerId === undefined || task.worker.identityId === workerId)
  );
}
