import { readA2aPolicy } from '#shared/data/entities/a2a/a2a-policy.ts';
import type { Task, TaskAgent } from '#shared/data/entities/a2a/task.ts';
import {
  findIdentity,
  type Identity,
  type IdentityLocator,
  locateIdentity,
} from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isAllowed, isBlocked } from '#shared/domain/a2a/access.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
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
  return requireReachable(table, caller, await locateWorker(table, caller, target));
}

/** Finds out where the worker is. Throws if it does not exist or is the caller itself. */
export async function locateWorker(table: Table, caller: Identity, target: Target): Promise<IdentityLocator> {
  const located = await locateIdentity(table, target);
  if (located?.identityId === caller.id) {
    throw invalid('handle' in target ? 'to_handle' : 'to_identity_id', 'an agent other than the sender');
  }
  if (located === undefined) throw notFound();
  return located;
}

/** Loads a worker that was located. Throws 404 unless it is active and accepts tasks of the caller. */
export async function requireReachable(table: Table, caller: Identity, located: IdentityLocator): Promise<Identity> {
  const found = requireActive(table, located);
  // The locators of old agents by id do not know the handle, which the keys of the rules contain.
  const { identityId: id, organizationId, handle = (await found).handle } = located;
  const [worker] = await allInOrder([found, requireAllowed(table, caller, { id, organizationId, handle })]);
  return worker;
}

async function requireActive(table: Table, { organizationId, identityId }: IdentityLocator): Promise<Identity> {
  const identity = await findIdentity(table, organizationId, identityId);
  if (identity?.status !== 'active') throw notFound();
  return identity;
}

type Party = Pick<Identity, 'id' | 'organizationId' | 'handle'>;

async function requireAllowed(table: Table, caller: Party, worker: Party): Promise<void> {
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
