import {
  findIdentities,
  findIdentity,
  findIdentityByHandle,
  type Identity,
} from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError, invalid, notFound } from '#shared/domain/errors/errors.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import type { Actor } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { AGENT_ARGUMENT, handlesOf } from './agent-argument.ts';

/** The agent that a tool acts for; undefined for an org key that names none. */
export interface Caller {
  readonly identityId: string | undefined;
  /** Whether the credential is that of the agent. */
  readonly isAgent: boolean;
  /** The agents of a token of which one has to be named, if none is. */
  readonly agents?: readonly Identity[];
}

/** By which an org key names the agent that its calls are for. */
export const IDENTITY_HEADER = 'aid-identity';

/**
 * The caller of a tool: the agent of an agent key, or the agent that an org key or a token of several agents names by
 * id or handle. Throws 404 for an agent of another organization as for one that does not exist, and 403 if an agent key
 * names another agent.
 *
 * See: docs/contract/mcp.md#identity.
 */
export async function callerOf(
  { actor, table }: Pick<AuthenticatedContext, 'actor' | 'table'>,
  header: string | undefined,
): Promise<Caller> {
  const name = header?.trim();
  if (actor.kind === 'agent' && actor.agents !== undefined) {
    return grantedCaller(await grantedAgents(table, actor), name);
  }
  if (actor.kind === 'agent') {
    const { id, handle } = actor.identity;
    if (name === undefined || name === id || name === handle) return { identityId: id, isAgent: true };
    throw new AppError('auth.forbidden', `This key acts only as ${handle}. Omit the header ${IDENTITY_HEADER}.`);
  }
  if (name === undefined) return { identityId: undefined, isAgent: false };
  const { id: organizationId } = actor.organization;
  const found = isId('agent', name)
    ? await findIdentity(table, organizationId, name)
    : await findIdentityByHandle(table, name);
  if (found?.organizationId !== organizationId) throw notFound();
  return { identityId: found.id, isAgent: false };
}

/** The agents that a token acts for, in the order of its grant. */
export async function grantedAgents(table: Table, actor: Actor): Promise<readonly Identity[]> {
  if (actor.kind !== 'agent' || actor.agents === undefined) return [];
  const { id: organizationId } = actor.organization;
  const wanted = actor.agents.map((identityId) => ({ organizationId, identityId }));
  const found = new Map((await findIdentities(table, wanted)).map((identity) => [identity.id, identity]));
  return actor.agents.flatMap((id) => found.get(id) ?? []);
}

function grantedCaller(agents: readonly Identity[], name: string | undefined): Caller {
  const [first, ...others] = agents;
  if (name === undefined) {
    return others.length === 0
      ? { identityId: first?.id, isAgent: true }
      : { identityId: undefined, isAgent: true, agents };
  }
  const named = agents.find(({ id, handle }) => name === id || name === handle);
  if (named === undefined) throw notFound();
  return { identityId: named.id, isAgent: true };
}

/** Throws 400 if a token acts for several agents and the call names none. */
export function requireOneAgent({ agents }: Caller): void {
  if (agents === undefined) return;
  throw invalid(AGENT_ARGUMENT, `required, because you act for several agents: ${handlesOf(agents)}`);
}

/** The agent that a tool acts for. Throws 400 if an org key names none. */
export function requireIdentity({ identityId }: Caller): string {
  if (identityId !== undefined) return identityId;
  throw invalid(IDENTITY_HEADER, 'required with an org key: the id or handle of the agent to act for');
}

/**
 * Whether the agent of the caller itself would see a record that belongs to an agent, or to the organization (null).
 * The API has left out the others under an agent key; an org key sees all, and acts for one agent if it names one.
 */
export function isSeenBy(
  { identityId, isAgent }: Caller,
  owner: string | null,
  { isShared }: { readonly isShared: boolean },
): boolean {
  if (isAgent || identityId === undefined) return true;
  return owner === null ? isShared : owner === identityId;
}
