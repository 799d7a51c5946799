import type { Change } from '#shared/data/change.ts';
import { insertAccessToken } from '#shared/data/entities/oauth/access-token.ts';
import type { Grant } from '#shared/data/entities/oauth/grant.ts';
import { insertRefreshToken } from '#shared/data/entities/oauth/oauth-token.ts';
import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { ACCESS_TOKEN_MS } from '#shared/domain/oauth/lifetimes.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { hashApiKey } from '#shared/domain/organization/api-key.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { reply } from '#shared/runtime/pipeline/operation.ts';

/** The texts of two tokens that are issued together. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** What new tokens are issued for. */
interface Issue {
  readonly grant: Grant;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly scopes: readonly Scope[];
  /** The generation of credentials of each agent, by its id. */
  readonly generations: Readonly<Record<string, number>>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The generations of the credentials of a grant's agents. Throws if all of them are suspended: then there is no new
 * token for any, and the grant stays, for the time after.
 */
export async function findGenerations(
  table: Table,
  { organizationId, agents }: Pick<Grant, 'organizationId' | 'agents'>,
): Promise<Record<string, number>> {
  const wanted = agents.map((identityId) => ({ organizationId, identityId }));
  const active = (await findIdentities(table, wanted)).filter(({ status }) => status === 'active');
  if (active.length === 0) throw new OAuthError('invalid_grant', 'The agent is suspended.');
  return Object.fromEntries(active.map(({ id, tokenGeneration = 0 }) => [id, tokenGeneration]));
}

/** The rows of two new tokens. */
export function insertTokens({ access, refresh }: TokenPair, issue: Issue): Change[] {
  const { grant, organizationName, organizationSlug, scopes, generations, now } = issue;
  const shared = { grantId: grant.id, organizationId: grant.organizationId, organizationName, organizationSlug };
  return [
    insertAccessToken(hashApiKey(access), {
      ...shared,
      scopes: [...scopes],
      generations: { ...generations },
      resource: grant.resource,
      createdAt: now,
      expiresAt: now + ACCESS_TOKEN_MS,
    }),
    insertRefreshToken({ ...shared, hash: hashApiKey(refresh), clientId: grant.clientId, createdAt: now }),
  ];
}

/** The response with tokens. `lifetimeMs` is that of the access token. See: RFC 6749, section 5.1. */
export function tokenReply({ access, refresh }: TokenPair, scopes: readonly Scope[], lifetimeMs = ACCESS_TOKEN_MS) {
  return reply({
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor(lifetimeMs / SECOND),
    refresh_token: refresh,
    scope: scopes.join(' '),
  });
}
