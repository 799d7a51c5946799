import { notFound } from '#shared/domain/errors/errors.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { type Change, insert, RETRY, remove, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

/**
 * The row that an API key or login token resolves to, found by the hash of the credential. Authentication reads no
 * other. Revoking a key removes it, so that a revoked key and a key that never existed are the same.
 */
export interface KeyGrant {
  keyId: string;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  /** The identity of an agent key; null for an org key. */
  identityId: string | null;
  /** Only for a login token. */
  login?: Login;
}

/** What a login token grants: the person, and the time at which it expires. */
export interface Login {
  userId: string;
  /**
   * That of the person. 0, which no password has, for a member with a role less than that of an org key: release 0.3.0
   * knows no roles, and so refuses the token.
   */
  passwordVersion: number;
  /** The version of the password in the token of such a member. */
  limitedVersion?: number;
  expiresAt: number;
}

const decodeKeyGrant = rowDecoder<KeyGrant>({ keyId: 'string', organizationId: 'string' });

/** An API key as lists show it. */
export interface ApiKey {
  id: string;
  organizationId: string;
  name: string;
  identityId: string | null;
  keyPrefix: string;
  keyHash: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

const decodeApiKey = rowDecoder<ApiKey>({
  id: 'string',
  organizationId: 'string',
  keyHash: 'string',
  createdAt: 'number',
});

export function keyGrantRowKey(keyHash: string): Key {
  return { pk: `${PREFIX.keyHash}${keyHash}`, sk: 'KEY' };
}

export function apiKeyRowKey(organizationId: string, id: string): Key {
  return { pk: `${PREFIX.apiKeys}${organizationId}`, sk: id };
}

/** A new key: its grant and its record. */
export function insertApiKey(key: ApiKey, organization: { name: string; slug: string }): Change[] {
  const grant: KeyGrant = {
    keyId: key.id,
    organizationId: key.organizationId,
    organizationName: organization.name,
    organizationSlug: organization.slug,
    identityId: key.identityId,
  };
  return [
    insert({ ...keyGrantRowKey(key.keyHash), ...grant }),
    insert({ ...apiKeyRowKey(key.organizationId, key.id), ...key }),
  ];
}

/**
 * The grant of a key, by a strongly consistent read, so that revocation is immediate. See:
 * docs/contract/authentication.md#keys.
 */
export function findGrant(table: Table, keyHash: string): Promise<KeyGrant | undefined> {
  return getRow(table, decodeKeyGrant, keyGrantRowKey(keyHash), { strong: true });
}

export async function findApiKey(table: Table, organizationId: string, id: string): Promise<ApiKey | undefined> {
  if (!isId('apiKey', id)) return undefined;
  return getRow(table, decodeApiKey, apiKeyRowKey(organizationId, id), { strong: true });
}

/** The keys of an organization that have these ids, in any order. Names never change, so the read is not strong. */
export function findApiKeys(table: Table, organizationId: string, ids: readonly string[]): Promise<ApiKey[]> {
  return getRows(
    table,
    decodeApiKey,
    ids.map((id) => apiKeyRowKey(organizationId, id)),
  );
}

/** Keys before a time (exclusive), newest first. */
export function apiKeysBefore(table: Table, organizationId: string, before: number | undefined) {
  return newestFirst(table, decodeApiKey, { pk: `${PREFIX.apiKeys}${organizationId}`, kind: 'apiKey' }, before);
}

/** Revokes a key: removes its grant and sets the time in its record. */
export function updateApiKeyRevoked(key: ApiKey, now: number): Change[] {
  return [
    remove(keyGrantRowKey(key.keyHash), RETRY),
    update(
      apiKeyRowKey(key.organizationId, key.id),
      { set: { revokedAt: now } },
      { onConditionFailed: () => notFound() },
    ),
  ];
}
