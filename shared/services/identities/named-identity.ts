import type { Route } from '#shared/contract/route.ts';
import { findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { type Caller, foreign, resourceOf } from '#shared/runtime/pipeline/resources.ts';

/**
 * The identity that a request names in `identity_id`; `undefined` if an org key names none. An agent key means its own
 * agent, and gets what the route declares for any other id, without a look at it. An unknown identity is a 404.
 */
export async function namedIdentity(
  route: Route,
  { actor, table }: Caller,
  named: string | undefined,
): Promise<Identity | undefined> {
  if (actor.kind === 'agent') {
    if (named !== undefined && named !== actor.identity.id) throw foreign(resourceOf(route, 'identity'));
    return actor.identity;
  }
  return named === undefined ? undefined : readIdentity(table, actor.organization.id, named);
}

/** An identity of an organization by a strongly consistent read. Throws 404 if there is none. */
export async function readIdentity(table: Table, organizationId: string, id: string): Promise<Identity> {
  const identity = await findIdentity(table, organizationId, id);
  if (identity === undefined) throw notFound();
  return identity;
}
