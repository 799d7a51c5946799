import { findTask, type Task } from '#shared/data/entities/a2a/task.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import type { Settings } from '#shared/runtime/pipeline/context.ts';

/** A call of a protocol method: the agent that calls, and the agent that it calls. */
export interface Call {
  readonly table: Table;
  readonly settings: Settings;
  readonly keyring: () => Promise<Keyring>;
  readonly baseUrl: string;
  /** The URLs under which the API is reached. */
  readonly ownUrls: readonly string[];
  /** The caller's IP address. */
  readonly address: string;
  /** Throws if the caller has lost access. A late response calls it between reading its data and sending it. */
  readonly confirmAccess: () => Promise<void>;
  readonly caller: Identity;
  /** Whether the credential of the caller has scopes: then it leaves nothing behind that works after its end. */
  readonly hasScopes: boolean;
  /** The agent that the path names. */
  readonly targetId: string;
}

/**
 * Loads a task that the caller has sent to the target agent. Any other task does not exist for this call, not even one
 * that the caller has sent to a third agent or has received: here the caller is the client, and the target is the
 * server.
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
