import { type AccessToken, findAccessToken, generationOf } from '#shared/data/entities/oauth/access-token.ts';
import { findOAuthGrant } from '#shared/data/entities/oauth/grant.ts';
import { findIdentities, type Identity } from '#shared/data/entities/organization/identity.ts';
import { isMember } from '#shared/data/entities/organization/membership.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Presented, ScopedGrant } from './scoped-grant.ts';

/**
 * What an access token of the OAuth authorization server resolves to: its scopes, and the agents and recipients of its
 * grant. `undefined` for a token that was issued for another resource, which no other tells from a wrong one, and after
 * its grant was revoked. It ends with the membership of the person who has allowed it.
 *
 * Of several agents it is the first that is not suspended, so that one suspension does not lock out the others.
 *
 * See: RFC 8707, section 2; docs/contract/oauth.md#access-tokens.
 */
export async function findAccessGrant(
  table: Table,
  keyHash: string,
  { now, resource }: Presented,
): Promise<ScopedGrant | undefined> {
  if (resource === undefined) return undefined;
  const token = await findAccessToken(table, keyHash, now);
  if (token === undefined || token.resource !== resource) return undefined;
  const { organizationId, organizationName, organizationSlug, scopes } = token;
  const grant = await findOAuthGrant(table, organizationId, token.grantId);
  if (grant === undefined || grant.revokedAt !== null) return undefined;
  const { agents, recipients } = grant;
  const identityId = agents.length === 1 ? agents[0] : await firstUsable(table, token, agents);
  if (identityId === undefined) return undefined;
  return {
    keyId: grant.id,
    organizationId,
    organizationName,
    organizationSlug,
    scopes,
    agents,
    identityId,
    tokenGeneration: generationOf(token, identityId),
    ...(recipients !== null && { recipients }),
    stillHolds: () => isMember(table, { userId: grant.memberId, organizationId }),
  };
}

async function firstUsable(table: Table, token: AccessToken, agents: readonly string[]): Promise<string | undefined> {
  const wanted = agents.map((identityId) => ({ organizationId: token.organizationId, identityId }));
  const found = await findIdentities(table, wanted);
  const isUsable = (identity: Identity) =>
    identity.status === 'active' && (identity.tokenGeneration ?? 0) === generationOf(token, identity.id);
  const usable = new Set(found.filter(isUsable).map(({ id }) => id));
  return agents.find((id) => usable.has(id)) ?? agents[0];
}
