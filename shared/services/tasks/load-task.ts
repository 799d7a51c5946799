import { findTask, type Task } from '#shared/data/entities/a2a/task.ts';
import type { MessageBounds } from '#shared/data/entities/a2a/task-content.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { findHeldTask, readHeldTask } from './held-task.ts';
import { type TaskView, viewTask } from './task-view.ts';

/** A reader of tasks: an agent, or an organization (`identityId` is null), which may read tasks and not change them. */
export interface TaskReader {
  organizationId: string;
  identityId: string | null;
}

/** Whether a reader may see a task. See: docs/contract/a2a.md#task-record. */
export function maySee(reader: TaskReader, { caller, worker }: Task): boolean {
  return [caller, worker].some((agent) =>
    reader.identityId === null
      ? agent.organizationId === reader.organizationId
      : agent.identityId === reader.identityId,
  );
}

async function visibleTask(table: Table, reader: TaskReader, id: string): Promise<Task> {
  const task = await findTask(table, id);
  if (task === undefined || !maySee(reader, task)) throw notFound();
  return task;
}

/**
 * Loads a task that the reader may see, or one of its own that is held. Throws 404 for any other. `now` is in epoch
 * milliseconds.
 */
export async function loadTask(
  table: Table,
  reader: TaskReader,
  id: string,
  { now, ...bounds }: MessageBounds & { readonly now: number },
): Promise<TaskView> {
  const task = await findTask(table, id);
  if (task !== undefined && maySee(reader, task)) return viewTask(table, task, bounds);
  const held = task === undefined ? await findHeldTask(table, reader, id) : undefined;
  if (held === undefined) throw notFound();
  // Approved since the task was looked for.
  if (held.status === 'approved') return viewTask(table, await visibleTask(table, reader, id), bounds);
  return readHeldTask(table, held, now, bounds);
}

/** Loads a task that an agent may change in a role. Throws 403 if the agent has the other role in the task. */
export async function loadTaskInRole(
  table: Table,
  agent: Identity,
  id: string,
  role: 'caller' | 'worker',
): Promise<Task> {
  const task = await visibleTask(table, { organizationId: agent.organizationId, identityId: agent.id }, id);
  if (task[role].identityId !== agent.id) {
    const agentInRole = role === 'caller' ? 'the agent that sent it' : 'the agent it was sent to';
    throw new AppError('auth.forbidden', `Only ${agentInRole} may do that to a task.`);
  }
  return task;
}
