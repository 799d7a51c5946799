import type { Identity } from '../../data/entities/identity.ts';
import { findTask, type Task } from '../../data/entities/task.ts';
import type { Table } from '../../data/table-client.ts';
import { ProtocolError } from '../../domain/a2a/protocol-error.ts';
import type { Keyring } from '../../runtime/keyring.ts';
import type { Settings } from '../../runtime/pipeline/context.ts';

/** What every method of the protocol works with: who asks, and which agent is asked. */
export interface Call {
  readonly table: Table;
  readonly settings: Settings;
  readonly keyring: () => Promise<Keyring>;
  readonly baseUrl: string;
  /** Throws where the caller may not call any more. Called before a late response sends what it has read. */
  readonly confirmAccess: () => Promise<void>;
  readonly caller: Identity;
  /** The agent that the path names. */
  readonly targetId: string;
}

/**
 * A task that the caller has sent to the agent that is asked. Any other reads as not there, also one that the caller has
 * sent to somebody else or was sent itself: here it is the client, and this agent the server.
 *
 * See: A2A v1.0, sections 3.3.2 (resource errors) and 13.1.
 */
export async function requireTask({ table, caller, targetId }: Call, taskId: string): Promise<Task> {
  const task = await findTask(table, taskId);
  if (task?.caller.identityId !== caller.id || task.worker.identityId !== targetId) {
    throw new ProtocolError('TASK_NOT_FOUND');
  }
  return task;
}
