import { isId } from '#shared/domain/ids/ids.ts';
import { attributeIs, type Change, check, insert, RETRY, removeVersion, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { storedPairs } from '../../stored-pairs.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

/** A secret without its value, which has a row of its own. See: docs/contract/vault.md#secrets. */
export interface VaultSecret {
  id: string;
  organizationId: string;
  /** The identity that the secret belongs to; null if it belongs to the organization. */
  identityId: string | null;
  name: string;
  description: string | null;
  metadata: Record<string, string>;
  /** The hosts that its value may be sent to. Absent if it is not restricted. */
  hosts?: string[];
  /** The version of the value: only a rotation changes the row. */
  version: number;
  /** The bytes of its sealed value. Secrets of earlier versions have none until they are rotated. */
  valueBytes?: number;
  /** Leases of the secret with another generation are revoked. */
  leaseGeneration: number;
  createdAt: number;
  updatedAt: number;
  rotatedAt: number | null;
}

const decodeSecret = rowDecoder<VaultSecret>({
  id: 'string',
  organizationId: 'string',
  name: 'string',
  metadata: 'object',
  hosts: 'array?',
  version: 'number',
  leaseGeneration: 'number',
  createdAt: 'number',
});

function partition(organizationId: string): string {
  return `${PREFIX.secret}${organizationId}`;
}

function secretKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

function rowOf(secret: VaultSecret) {
  return { ...secretKey(secret.organizationId, secret.id), ...secret, metadata: storedPairs(secret.metadata) };
}

export function insertSecret(secret: VaultSecret): Change {
  return insert(rowOf(secret));
}

/** Replaces a secret. `version` must be one more than was read. */
export function replaceSecret(secret: VaultSecret): Change {
  return replaceVersion(rowOf(secret));
}

/** Removes a secret if no one has rotated it since it was read. */
export function removeSecret(secret: VaultSecret): Change {
  return removeVersion(rowOf(secret));
}

/** The secret still has the value and the hosts that were read. */
export function checkSecretUnchanged({ organizationId, id, version }: VaultSecret): Change {
  return check(secretKey(organizationId, id), attributeIs('version', version), RETRY);
}

export async function findSecret(table: Table, organizationId: string, id: string): Promise<VaultSecret | undefined> {
  if (!isId('secret', id)) return undefined;
  return getRow(table, decodeSecret, secretKey(organizationId, id), { strong: true });
}

/** Those of the secrets that exist, in no particular order. */
export function findSecrets(table: Table, organizationId: string, ids: readonly string[]): Promise<VaultSecret[]> {
  const keys = ids.map((id) => secretKey(organizationId, id));
  return getRows(table, decodeSecret, keys, { strong: true });
}

export function secretsBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeSecret, { pk: partition(organizationId), kind: 'secret' }, before, pageSize);
}
