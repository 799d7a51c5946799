import { findAccessToken } from '#shared/data/entities/oauth/access-token.ts';
import { findOAuthGrant } from '#shared/data/entities/oauth/grant.ts';
import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Presented, ScopedGrant } from './scoped-credential.ts';

/**
 * What an access token of the OAuth authorization server resolves to: its scopes, and the agents and recipients of its
 * grant. `undefined` for a token that was issued for another resource, which no other tells from a wrong one, and after
 * its grant was revoked.
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
  const { organizationId, organizationName, organizationSlug, scopes, createdAt } = token;
  const grant = await findOAuthGrant(table, organizationId, token.grantId);
  if (grant === undefined || grant.revokedAt !== null) return undefined;
  const { agents, recipients } = grant;
  return {
    keyId: grant.id,
    organizationId,
    organizationName,
    organizationSlug,
    scopes,
    createdAt,
    agents,
    identityId: await firstUsable(table, organizationId, agents, createdAt),
    ...(recipients !== null && { recipients }),
  };
}

async function firstUsable(
  table: Table,
  organizationId: string,
  agents: readonly string[],
  createdAt: number,
): Promise<string> {
  const [first = '', ...others] = agents;
  if (others.length === 0) return first;
  const found = await findIdentities(
    table,
    agents.map((identityId) => ({ organizationId, identityId })),
  );
  const usable = found.filter(({ status, tokensEndedAt = 0 }) => status === 'active' && tokensEndedAt < createdAt);
  return agents.find((id) => usable.some((identity) => identity.id === id)) ?? first;
}
