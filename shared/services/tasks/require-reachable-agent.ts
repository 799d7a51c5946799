import { readA2aPolicy } from '#shared/data/entities/a2a/a2a-policy.ts';
import type { Task, TaskAgent } from '#shared/data/entities/a2a/task.ts';
import { findIdentityByHandle, findIdentityById, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isAllowed, isBlocked } from '#shared/domain/a2a/access.ts';
import { invalid, notFound } from '#shared/domain/errors/errors.ts';

/** The worker of a new task, by handle or id. */
export type Target = { handle: string } | { identityId: string };

/**
 * Loads the worker if the caller's tasks may reach it. An unknown, a suspended and a blocking agent cause the identical
 * 404, so that a caller can find out neither which agents exist nor which ones have blocked it.
 *
 * See: docs/contract/a2a.md#access-rules; docs/contract/authentication.md#suspended-agents.
 */
export async function requireReachableAgent(table: Table, caller: Identity, target: Target): Promise<Identity> {
  const worker = await findWorker(table, caller, target);
  await requireReachable(table, caller, worker);
  return worker;
}

/** Loads the worker, if it exists and is active, whether or not it accepts tasks of the caller. */
export async function findWorker(table: Table, caller: Identity, target: Target): Promise<Identity> {
  const worker = await ('handle' in target
    ? findIdentityByHandle(table, target.handle)
    : findIdentityById(table, target.identityId));
  if (worker?.id === caller.id) {
    throw invalid('handle' in target ? 'to_handle' : 'to_identity_id', 'an agent other than the sender');
  }
  if (worker === undefined || worker.status !== 'active') throw notFound();
  return worker;
}

/** Throws 404 if the worker does not accept tasks of the caller. */
export async function requireReachable(table: Table, caller: Identity, worker: Identity): Promise<void> {
  const policy = await readA2aPolicy(table, caller, worker);
  const sameOrganization = caller.organizationId === worker.organizationId;
  if (!isAllowed({ sameOrganization, ...policy })) throw notFound();
}

/**
 * Whether one of the agents of an existing task has blocked the other since. Only blocks count: a task continues when
 * the worker's filter mode changes or an allow rule is deleted.
 *
 * See: docs/decisions/0010-a2a.md.
 */
export async function isBlockedNow(table: Table, { caller, worker }: Task): Promise<boolean> {
  const party = ({ identityId: id, handle }: TaskAgent) => ({ id, handle });
  return isBlocked(await readA2aPolicy(table, party(caller), party(worker)));
}
