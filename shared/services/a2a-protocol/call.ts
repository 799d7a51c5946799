import { findTask, type Task } from '#shared/data/entities/a2a/task.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import type { Settings } from '#shared/runtime/pipeline/context.ts';
import { findHeldTask } from '../tasks/held-task.ts';

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
export async function requireTask(call: Call, taskId: string): Promise<Task> {
  const task = await findTask(call.table, taskId);
  if (task !== undefined && isOfCall(call, task)) return task;
  if (task === undefined && (await findHeld(call, taskId)) !== undefined) {
    throw new ProtocolError('UNSUPPORTED_OPERATION', { message: 'The task waits for a person, or was not approved.' });
  }
  throw new ProtocolError('TASK_NOT_FOUND');
}

/** Throws unless the caller may read the task: one that it has sent to the target agent, or that is held for it. */
export async function requireReadableTask(call: Call, taskId: string): Promise<void> {
  const task = await findTask(call.table, taskId);
  if (task !== undefined ? isOfCall(call, task) : (await findHeld(call, taskId)) !== undefined) return;
  throw new ProtocolError('TASK_NOT_FOUND');
}

function isOfCall({ caller, targetId }: Call, task: Pick<Task, 'caller' | 'worker'>): boolean {
  return task.caller.identityId === caller.id && task.worker.identityId === targetId;
}

async function findHeld(call: Call, taskId: string) {
  const { table, caller } = call;
  const reader = { organizationId: caller.organizationId, identityId: caller.id };
  const held = await findHeldTask(table, reader, taskId);
  return held?.task !== undefined && isOfCall(call, held.task) ? held : undefined;
}
