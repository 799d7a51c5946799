import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { unauthorized } from '#shared/domain/errors/errors.ts';
import { type ApiKeyKind, kindOfApiKey } from '#shared/domain/organization/api-key.ts';
import { findAccessGrant } from './access-grant.ts';
import type { Actor } from './actor.ts';
import { findCallGrant } from './call-grant.ts';
import type { Presented, ScopedGrant } from './scoped-grant.ts';
import { findShortKeyGrant } from './short-key-grant.ts';

/** How a kind of credential with scopes is found by its hash: `undefined` if it never existed, or has ended. */
type FindScopedGrant = (table: Table, keyHash: string, presented: Presented) => Promise<ScopedGrant | undefined>;

/** The kinds of credentials with scopes. All others are API keys and login tokens. */
const FIND: Readonly<Partial<Record<ApiKeyKind, FindScopedGrant>>> = {
  sat: (table, keyHash, { now }) => findShortKeyGrant(table, keyHash, now),
  oat: findAccessGrant,
  mct: findCallGrant,
};

/** How to find a credential, if its text is that of a kind with scopes. */
export function scopedFinderOf(key: string): FindScopedGrant | undefined {
  return FIND[kindOfApiKey(key)];
}

/**
 * Finds the actor of a credential with scopes: its agent, with its scopes. Every read is strongly consistent and
 * nothing is cached, so what has ended fails at the next request. `readMeanwhile` is called while the agent is read.
 */
export async function authenticateScoped<T>(
  table: Table,
  { find, keyHash, presented }: { find: FindScopedGrant; keyHash: string; presented: Presented },
  readMeanwhile: (grant: ScopedGrant) => Promise<T>,
): Promise<{ actor: Actor; read: T }> {
  const grant = await find(table, keyHash, presented);
  if (grant === undefined) throw unauthorized('the credential was never issued, or has ended');
  const holds = grant.stillHolds?.() ?? true;
  const [stillHolds, actor, read] = await allInOrder([holds, actorOf(table, grant, keyHash), readMeanwhile(grant)]);
  if (!stillHolds) throw unauthorized('what the credential follows from was deleted');
  return { actor, read };
}

/**
 * A suspension is final for the credentials of before: they do not work again when the agent does. While the agent is
 * suspended, they are refused like its API keys.
 */
async function actorOf(table: Table, grant: ScopedGrant, keyHash: string): Promise<Actor> {
  const { keyId, organizationId, scopes, tokenGeneration, recipients, agents } = grant;
  const identity = await findIdentity(table, organizationId, grant.identityId);
  if (identity === undefined) throw unauthorized('the agent of the credential does not exist');
  if (identity.status === 'active' && tokenGeneration !== (identity.tokenGeneration ?? 0))
    throw unauthorized('the credential has ended with a suspension of its agent');
  const organization = { id: organizationId, name: grant.organizationName, slug: grant.organizationSlug };
  return {
    kind: 'agent',
    keyId,
    keyHash,
    organization,
    identity,
    scopes,
    ...(recipients && { recipients }),
    ...(agents && { agents }),
  };
}
