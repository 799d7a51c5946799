import { findIdentity, type Identity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { AppError, invalid, notFound } from '../../../shared/domain/errors.ts';
import type { Actor } from '../../../shared/runtime/pipeline/actor.ts';

interface Caller {
  actor: Actor;
  table: Table;
}

/**
 * The identity that a request names; `undefined` if an org key names none. An agent key means its own agent and may
 * name no other one.
 */
export async function namedIdentity(
  { actor, table }: Caller,
  named: string | undefined,
): Promise<Identity | undefined> {
  if (actor.kind === 'agent') {
    if (named !== undefined && named !== actor.identity.id) throw new AppError('auth.forbidden');
    return actor.identity;
  }
  if (named === undefined) return undefined;
  const identity = await findIdentity(table, actor.organization.id, named);
  if (identity === undefined) throw notFound();
  return identity;
}

/** The identity that a request about a keypair names, read with strong consistency at each run. */
export async function keypairIdentity(caller: Caller, named: string | undefined): Promise<Identity> {
  const { actor, table } = caller;
  const identity = await namedIdentity(caller, named);
  if (identity === undefined) throw invalid('identity_id', 'required with an org key');
  // The row that authentication read is stale if the operation runs again.
  return actor.kind === 'org' ? identity : loadIdentity(table, actor.organization.id, identity.id);
}

/** An identity that is known to exist: identities are not deleted. */
export async function loadIdentity(table: Table, organizationId: string, id: string): Promise<Identity> {
  const identity = await findIdentity(table, organizationId, id);
  if (identity === undefined) throw notFound();
  return identity;
}
