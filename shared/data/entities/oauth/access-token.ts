import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * An access token of a grant. Found by its hash, like an API key, but under a sort key of its own, so that no code that
 * knows API keys alone takes one for a key without limits. What it may do beyond its scopes, and whether it was
 * revoked, is in the row of its grant.
 */
export interface AccessToken {
  grantId: string;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  scopes: Scope[];
  /** The generation of credentials of each agent of the grant, by its id: a suspension ends them for good. */
  generations: Record<string, number>;
  /** The resource that accepts it. */
  resource: string;
  createdAt: number;
  expiresAt: number;
}

const decodeAccessToken = rowDecoder<AccessToken>({
  grantId: 'string',
  organizationId: 'string',
  scopes: 'array',
  generations: 'object',
  resource: 'string',
  createdAt: 'number',
  expiresAt: 'number',
});

function accessTokenKey(hash: string): Key {
  return { pk: `${PREFIX.keyHash}${hash}`, sk: 'ACCESS' };
}

/** A new access token, by the hash of its text. The time-to-live removes it after it has expired. */
export function insertAccessToken(hash: string, token: AccessToken): Change {
  return insert({ ...accessTokenKey(hash), ...token, expires_at: epochSeconds(token.expiresAt) });
}

/** An access token that has not expired, by a strongly consistent read. */
export async function findAccessToken(table: Table, hash: string, now: number): Promise<AccessToken | undefined> {
  const token = await getRow(table, decodeAccessToken, accessTokenKey(hash), { strong: true });
  return token !== undefined && token.expiresAt > now ? token : undefined;
}

/** No generation is negative: an agent that was suspended when the token was issued does not accept it later. */
export function generationOf({ generations }: AccessToken, identityId: string): number {
  return generations[identityId] ?? -1;
}
