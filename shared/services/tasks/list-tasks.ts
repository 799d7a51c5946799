import type { Task } from '../../data/entities/task.ts';
import { findContext } from '../../data/entities/task-context.ts';
import { type TaskList, tasksBefore } from '../../data/entities/task-list.ts';
import { collect, type Table } from '../../data/table-client.ts';
import { isTerminal, type TaskState } from '../../domain/a2a/task-state.ts';
import type { Direction } from '../../domain/access-rule.ts';
import { maySee, type TaskReader } from './load-task.ts';

/** Which tasks are wanted. All that are given count together. */
export interface TaskFilter {
  /** Seen from the reader. A task within one organization is both to its org key. */
  direction?: Direction;
  state?: TaskState;
  contextId?: string;
  /** Only those sent to this agent. */
  workerId?: string;
}

/**
 * A reader's tasks before a time (exclusive), newest first. A state that leads on is looked up among the open tasks
 * and a context among its own, so that neither reads through everything that was ever done.
 *
 * See: docs/contract/a2a.md#task-record; docs/contract/conventions.md#lists.
 */
export async function listTasks(
  table: Table,
  reader: TaskReader,
  filter: TaskFilter,
  page: { limit: number; before?: number },
): Promise<Task[]> {
  const list = await listFor(table, reader, filter);
  if (list === undefined) return [];
  return collect(tasksBefore(table, list, page.before, page.limit), page.limit, (task) => passes(task, reader, filter));
}

async function listFor(table: Table, reader: TaskReader, filter: TaskFilter): Promise<TaskList | undefined> {
  const { contextId, state } = filter;
  if (contextId === undefined) {
    const openOnly = state !== undefined && !isTerminal(state);
    return { owner: reader.identityId ?? reader.organizationId, openOnly };
  }
  return (await findContext(table, contextId)) === undefined ? undefined : { contextId };
}

function passes(task: Task, reader: TaskReader, { direction, state, contextId, workerId }: TaskFilter): boolean {
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
