import type { TaskState } from '#shared/domain/a2a/task-state.ts';
import { type Change, put } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { oldestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import type { Table } from '../../table-client.ts';
import type { Task } from './task.ts';

/**
 * The state of a task, in a short row among the tasks that one agent sent to another. It is written with every step.
 * The protocol's list is sorted by the time of the last step and counts the matching tasks; it needs these rows alone.
 *
 * Rows: `TASKLIST#<caller>#TO#<worker>`, sorted by the task's id. See: A2A v1.0, section 3.1.4;
 * docs/decisions/0011-a2a-protocol.md.
 */
export interface CallerWorkerTask {
  taskId: string;
  contextId: string;
  clientContextId?: string;
  state: TaskState;
  updatedAt: number;
}

const decodeCallerWorkerTask = rowDecoder<CallerWorkerTask>({
  taskId: 'string',
  contextId: 'string',
  state: 'string',
  updatedAt: 'number',
});

const partition = (callerId: string, workerId: string) => `${PREFIX.taskList}${callerId}#TO#${workerId}`;

/** Staged together with the row of the task, which has the version that both are guarded by. */
export function putCallerWorkerTask({
  id,
  contextId,
  clientContextId,
  state,
  updatedAt,
  caller,
  worker,
}: Task): Change {
  const clientContext = clientContextId !== undefined && { clientContextId };
  const row: CallerWorkerTask = { taskId: id, contextId, ...clientContext, state, updatedAt };
  return put({ pk: partition(caller.identityId, worker.identityId), sk: id, ...row });
}

/** All tasks of a caller and a worker, the most recently updated first. */
export async function callerWorkerTasks(table: Table, callerId: string, workerId: string): Promise<CallerWorkerTask[]> {
  const rows = oldestFirst(table, decodeCallerWorkerTask, { pk: partition(callerId, workerId), kind: 'task' });
  const tasks = await Array.fromAsync(rows);
  return tasks.sort((a, b) => b.updatedAt - a.updatedAt || (a.taskId < b.taskId ? 1 : -1));
}
