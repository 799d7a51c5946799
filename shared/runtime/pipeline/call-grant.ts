import { findAccessToken, generationOf } from '#shared/data/entities/oauth/access-token.ts';
import { findCallToken } from '#shared/data/entities/oauth/call-token.ts';
import { findOAuthGrant } from '#shared/data/entities/oauth/grant.ts';
import { isMember } from '#shared/data/entities/organization/membership.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Presented, ScopedGrant } from './scoped-grant.ts';

/**
 * What a call token of the MCP server resolves to: the scopes and recipients of the access token that it was made for,
 * and its one agent. `undefined` as soon as that token has expired or its grant was revoked, and where no tool calls.
 *
 * The row of a call token is only a reference: that the token, the grant and the agent belong together is checked here.
 */
export async function findCallGrant(
  table: Table,
  keyHash: string,
  { now, isOperation }: Presented,
): Promise<ScopedGrant | undefined> {
  if (isOperation !== true) return undefined;
  const call = await findCallToken(table, keyHash, now);
  if (call === undefined) return undefined;
  const { organizationId, identityId } = call;
  const [token, grant] = await Promise.all([
    findAccessToken(table, call.accessHash, now),
    findOAuthGrant(table, organizationId, call.grantId),
  ]);
  if (token === undefined || grant === undefined || grant.revokedAt !== null) return undefined;
  const belongs = token.organizationId === organizationId && token.grantId === grant.id;
  if (!belongs || !grant.agents.includes(identityId)) return undefined;
  return {
    keyId: grant.id,
    organizationId,
    organizationName: token.organizationName,
    organizationSlug: token.organizationSlug,
    scopes: token.scopes,
    identityId,
    tokenGeneration: generationOf(token, identityId),
    ...(grant.recipients !== null && { recipients: grant.recipients }),
    stillHolds: () => isMember(table, { userId: grant.memberId, organizationId }),
  };
}
