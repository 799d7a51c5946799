import { findShortKey } from '#shared/data/entities/issuer/short-key.ts';
import { readIssuerIndex } from '#shared/data/entities/issuer/trusted-issuer.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { ScopedGrant } from './scoped-grant.ts';

/**
 * What a short key resolves to. It ends with the trusted issuer that it follows from, so each use reads whether that is
 * still there: in the index, because the row of an issuer may be large.
 *
 * See: docs/contract/trusted-issuers.md#short-keys.
 */
export async function findShortKeyGrant(table: Table, keyHash: string, now: number): Promise<ScopedGrant | undefined> {
  const key = await findShortKey(table, keyHash, now);
  if (key === undefined) return undefined;
  const { organizationId, issuerId } = key;
  return {
    ...key,
    stillHolds: async () => Object.hasOwn((await readIssuerIndex(table, organizationId)).issuers, issuerId),
  };
}
