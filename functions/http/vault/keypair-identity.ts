import type { Route } from '#shared/contract/route.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import type { Caller } from '#shared/runtime/pipeline/resources.ts';
import { namedIdentity, readIdentity } from '#shared/services/identities/named-identity.ts';

/** The identity that a request about a keypair names, read with strong consistency at each run. */
export async function keypairIdentity(route: Route, caller: Caller, named: string | undefined): Promise<Identity> {
  const { actor, table } = caller;
  const identity = await namedIdentity(route, caller, named);
  if (identity === undefined) throw invalid('identity_id', 'required with an org key');
  // The row that authentication read is stale if the operation runs again.
  return actor.kind === 'org' ? identity : readIdentity(table, actor.organization.id, identity.id);
}
