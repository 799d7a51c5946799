import { type AccessToken, insertAccessToken } from '#shared/data/entities/oauth/access-token.ts';
import { findOAuthGrant, type Grant, insertGrant, updateGrantRevoked } from '#shared/data/entities/oauth/grant.ts';
import { insertFirstMembership } from '#shared/data/entities/organization/membership.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { ACCESS_TOKEN_MS } from '#shared/domain/oauth/lifetimes.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';

/** The MCP server of a service in a test's process. */
export const RESOURCE = 'https://api.test/v1/mcp';

/** What a token of a test is for. */
interface Wanted {
  readonly organization: { readonly id: string };
  readonly agents: readonly { readonly id: string }[];
  readonly scopes: readonly Scope[];
  readonly recipients?: readonly string[];
  /** Those of the agents that were active when the token was issued; all of them by default. */
  readonly generations?: Readonly<Record<string, number>>;
  readonly resource?: string;
  /** The member who has allowed it; a new one by default. */
  readonly memberId?: string;
  /** Epoch milliseconds at which it is issued. */
  readonly now: number;
}

/** Stores a grant and an access token of it, as the authorization server does. Returns the text of the token. */
export async function storeToken(
  table: Table,
  wanted: Wanted,
): Promise<{ readonly text: string; readonly grant: Grant }> {
  const { organization, scopes, recipients, resource = RESOURCE, now } = wanted;
  const agents = wanted.agents.map(({ id }) => id);
  const memberId = wanted.memberId ?? makeId('user', now, randomPart());
  const membership = { organizationId: organization.id, name: 'Test', slug: 'test' };
  const grant: Grant = {
    id: makeId('grant', now, randomPart()),
    organizationId: organization.id,
    clientId: 'https://client.example/metadata.json',
    clientName: 'Test client',
    clientHost: 'client.example',
    agents,
    scopes: [...scopes],
    recipients: recipients === undefined ? null : [...recipients],
    resource,
    memberId,
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  };
  const token: AccessToken = {
    grantId: grant.id,
    organizationId: organization.id,
    organizationName: 'Test',
    organizationSlug: 'test',
    scopes: [...scopes],
    generations: wanted.generations ?? Object.fromEntries(agents.map((id) => [id, 0])),
    resource,
    createdAt: now,
    expiresAt: now + ACCESS_TOKEN_MS,
  };
  const text = generateApiKey('oat');
  const joins = wanted.memberId === undefined ? [insertFirstMembership(memberId, membership)] : [];
  const changes = [...joins, insertGrant(grant), insertAccessToken(hashApiKey(text), token)];
  await commit(table, { build: (tx) => tx.put(...changes) }, { now: () => now });
  return { text, grant };
}

/** Revokes a grant. */
export async function revokeGrant(table: Table, { organizationId, id }: Grant, now: number): Promise<void> {
  const grant = await findOAuthGrant(table, organizationId, id);
  if (grant === undefined) throw new Error(`no grant ${id}`);
  const change = updateGrantRevoked(grant, now);
  await commit(table, { build: (tx) => tx.put(change) }, { now: () => now });
}
