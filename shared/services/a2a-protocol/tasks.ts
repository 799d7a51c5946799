import type { z } from 'zod';
import {
  type cancelTaskSchema,
  DEFAULT_PAGE_SIZE,
  type getTaskSchema,
  type listTasksSchema,
} from '#shared/contract/schemas/a2a-protocol.ts';
import { type CallerWorkerTask, callerWorkerTasks } from '#shared/data/entities/a2a/caller-worker-task.ts';
import { findTasks, type Task } from '#shared/data/entities/a2a/task.ts';
import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import { isTerminal } from '#shared/domain/a2a/task-state.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { cancelTask as cancel } from '../tasks/cancel-task.ts';
import { LIST_BYTES, READ_BYTES, type TaskView, viewTask } from '../tasks/task-view.ts';
import { type Call, requireReadableTask, requireTask } from './call.ts';
import { executePlan } from './execute-plan.ts';
import { pageToken, readPageToken } from './page-token.ts';
import { withProtocolErrors } from './protocol-errors.ts';
import { viewOf } from './send-message.ts';
import { isInContext, taskObject } from './task-object.ts';

export async function getTask(call: Call, { id, historyLength }: z.output<typeof getTaskSchema>) {
  await requireReadableTask(call, id);
  return taskObject(await viewOf(call, id, historyLength), { historyLength, artifacts: true });
}

/**
 * Cancels a task. One that has ended cannot be canceled, not even one that was canceled. See: A2A v1.0, sections 3.1.5
 * and 3.3.2.
 */
export async function cancelTask(call: Call, { id }: z.output<typeof cancelTaskSchema>) {
  const { table, caller } = call;
  await requireTask(call, id);
  const refusals = { 'a2a.task_terminal': 'TASK_NOT_CANCELABLE', 'resource.not_found': 'TASK_NOT_FOUND' } as const;
  const decide = async () => {
    const outcome = await cancel(table, caller, id, {}, READ_BYTES);
    if (outcome.kind === 'unchanged') throw new ProtocolError('TASK_NOT_CANCELABLE');
    return outcome;
  };
  const view = await withProtocolErrors(refusals, () => executePlan(call, decide));
  return taskObject(view, { artifacts: true });
}

type ListTasks = z.output<typeof listTasksSchema>;

/**
 * The caller's tasks with the target agent, the most recently updated one first. A page may be shorter than requested
 * if the response has no room for more.
 *
 * See: A2A v1.0, section 3.1.4.
 */
export async function listTasks(call: Call, request: ListTasks) {
  const { table, caller, targetId } = call;
  const { pageSize = DEFAULT_PAGE_SIZE, historyLength, includeArtifacts = false } = request;
  const after = request.pageToken === undefined ? undefined : readToken(request.pageToken);
  const matching = (await callerWorkerTasks(table, caller.id, targetId)).filter((task) => matches(task, request));
  const rest = after === undefined ? matching : matching.filter((task) => isAfter(task, after));
  const page = rest.slice(0, pageSize);

  const tasks = await findTasks(
    table,
    page.map(({ taskId }) => taskId),
  );
  const views = await withinBytes(
    call,
    page.flatMap(({ taskId }) => tasks.get(taskId) ?? []),
    historyLength,
  );
  const last = page[views.length - 1];
  return {
    tasks: views.map((view) => taskObject(view, { historyLength, artifacts: includeArtifacts })),
    nextPageToken: last !== undefined && rest.length > views.length ? tokenOf(last) : '',
    pageSize,
    totalSize: matching.length,
  };
}

function matches(task: CallerWorkerTask, { contextId, status, statusTimestampAfter }: ListTasks): boolean {
  return (
    (contextId === undefined || isInContext(task, contextId)) &&
    (status === undefined || task.state === status) &&
    (statusTimestampAfter === undefined || task.updatedAt >= statusTimestampAfter)
  );
}

/** Bytes of a task's history in a list. GetTask returns the whole history. */
const HISTORY_BYTES = 16 * 1024;
const MAX_CONCURRENT_READS = 16;

/** As many of the tasks as the response has room for, at least one. */
async function withinBytes({ table }: Call, tasks: readonly Task[], historyLength?: number): Promise<TaskView[]> {
  let left = LIST_BYTES;
  const shown = tasks.filter((task, index) => {
    left -= task.contentBytes + Math.min(task.messageBytes, HISTORY_BYTES);
    return index === 0 || left >= 0;
  });
  const limit = historyLength === undefined ? undefined : Math.max(1, historyLength);
  return mapWithLimit(shown, MAX_CONCURRENT_READS, (task) =>
    viewTask(table, task, { bytes: task.contentBytes + HISTORY_BYTES, limit }),
  );
}

/** The position at the end of a page: the last task's update time and id. */
type Position = Pick<CallerWorkerTask, 'updatedAt' | 'taskId'>;

function isAfter(task: CallerWorkerTask, position: Position): boolean {
  return (
    task.updatedAt < position.updatedAt || (task.updatedAt === position.updatedAt && task.taskId < position.taskId)
  );
}

function tokenOf({ updatedAt, taskId }: Position): string {
  return pageToken(`${updatedAt} ${taskId}`);
}

function readToken(token: string): Position {
  const [time, taskId = ''] = readPageToken(token, /^(\d{1,15}) (tsk_[0-9A-Z]{26})$/);
  return { updatedAt: Number(time), taskId };
}

/**
 * Loads a task to follow. Throws if it has ended: such a task has no further steps, so its stream would not end. The
 * check uses the same read that the follower is shown.
 *
 * See: A2A v1.0, section 3.1.6.
 */
export async function taskToFollow(call: Call, id: string): Promise<TaskView> {
  await requireReadableTask(call, id);
  const view = await viewOf(call, id);
  if (isTerminal(view.task.state)) throw new ProtocolError('UNSUPPORTED_OPERATION', { message: 'The task has ended.' });
  return view;
}
