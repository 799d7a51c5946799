import type { Identity } from '../../data/entities/identity.ts';
import { findTask, type Task } from '../../data/entities/task.ts';
import type { MessageBounds } from '../../data/entities/task-content.ts';
import type { Table } from '../../data/table-client.ts';
import { AppError, notFound } from '../../domain/errors.ts';
import { READ_BYTES, type TaskView, viewTask } from './task-view.ts';

/** Who looks at tasks: an agent, or its organization (`identityId` null), which reads and never acts. */
export interface TaskReader {
  organizationId: string;
  identityId: string | null;
}

/** Whether a task is a reader's to see. See: docs/contract/a2a.md#task-record. */
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

/** A task, for whoever may see it. */
export async function loadTask(
  table: Table,
  reader: TaskReader,
  id: string,
  bounds: MessageBounds = { bytes: READ_BYTES },
): Promise<TaskView> {
  return viewTask(table, await visibleTask(table, reader, id), bounds);
}

/** A task that an agent acts on in the role it must have: the other of its two agents is recognised and refused. */
export async function taskToActOn(table: Table, agent: Identity, id: string, role: 'caller' | 'worker'): Promise<Task> {
  const task = await visibleTask(table, { organizationId: agent.organizationId, identityId: agent.id }, id);
  if (task[role].identityId !== agent.id) {
    const whose = role === 'caller' ? 'the agent that sent it' : 'the agent it was sent to';
    throw new AppError('auth.forbidden', `Only ${whose} may do that to a task.`);
  }
  return task;
}
