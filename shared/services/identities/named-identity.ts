import { findIdentity, type Identity } from '../../data/entities/identity.ts';
import type { Table } from '../../data/table-client.ts';
import { AppError, notFound } from '../../domain/errors.ts';
import type { Actor } from '../../runtime/pipeline/actor.ts';

export interface Caller {
  readonly actor: Actor;
  readonly table: Table;
}

/**
 * The identity that a request names in `identity_id`; `undefined` if an org key names none. An agent key means its own
 * agent and may name no other one (403). An unknown identity is a 404.
 */
export async function namedIdentity(
  { actor, table }: Caller,
  named: string | undefined,
): Promise<Identity | undefined> {
  if (actor.kind === 'agent') {
    if (named !== undefined && named !== actor.identity.id) throw new AppError('auth.forbidden');
    return actor.identity;
  }
  return named === undefined ? undefined : loadIdentity(table, actor.organization.id, named);
}

/** An identity of an organization by a strongly consistent read. Throws 404 if there is none. */
export async function loadIdentity(table: Table, organizationId: string, id: string): Promise<Identity> {
  const identity = await findIdentity(table, organizationId, id);
  if (identity === undefined) throw notFound();
  return identity;
}
