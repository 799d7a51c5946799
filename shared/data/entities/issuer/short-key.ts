import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/**
 * A short key: what a workload gets for a token of an issuer that its organization trusts. It acts as one agent, within
 * scopes. Found by the hash of its text, like an API key, but under a sort key of its own, so that no code that knows
 * API keys alone takes one for a key without limits.
 *
 * See: docs/contract/trusted-issuers.md#short-keys.
 */
export interface ShortKey {
  keyId: string;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  identityId: string;
  scopes: Scope[];
  /** The trusted issuer that it follows from. It ends with it. */
  issuerId: string;
  /** The generation of the agent's credentials in which it was made. */
  tokenGeneration: number;
  createdAt: number;
  expiresAt: number;
}

const decodeShortKey = rowDecoder<ShortKey>({
  keyId: 'string',
  organizationId: 'string',
  identityId: 'string',
  scopes: 'array',
  issuerId: 'string',
  tokenGeneration: 'number',
  createdAt: 'number',
  expiresAt: 'number',
});

function shortKeyRowKey(keyHash: string): Key {
  return { pk: `${PREFIX.keyHash}${keyHash}`, sk: 'SHORT' };
}

/** A new short key, by the hash of its text. */
export function insertShortKey(keyHash: string, key: ShortKey): Change {
  return insert({ ...shortKeyRowKey(keyHash), ...key, expires_at: epochSeconds(key.expiresAt) });
}

/** A short key that has not expired, by a strongly consistent read. */
export async function findShortKey(table: Table, keyHash: string, now: number): Promise<ShortKey | undefined> {
  const key = await getRow(table, decodeShortKey, shortKeyRowKey(keyHash), { strong: true });
  return key !== undefined && key.expiresAt > now ? key : undefined;
}
