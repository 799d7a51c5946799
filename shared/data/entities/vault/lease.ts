import { isId } from '#shared/domain/ids/ids.ts';
import type { LeaseTerms } from '#shared/domain/vault/lease-state.ts';
import { type Change, insert, replaceVersion } from '../../change.ts';
import { anyRow, rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

/** The right to redeem a secret a limited number of times. See: docs/contract/vault.md#leases. */
export interface Lease extends LeaseTerms {
  id: string;
  organizationId: string;
  secretId: string;
  /** The version of the secret when the lease was created. */
  secretVersion: number;
  /** The identity that may redeem it; null if only org keys may. */
  identityId: string | null;
  /** SHA-256 of the lease token. */
  tokenHash: string;
  purpose: string | null;
  /** The hosts of its secret when it was created. Absent if the value is not restricted. */
  hosts?: string[];
  lastRedeemedAt: number | null;
  /**
   * Set until the agent has claimed the token of an approved lease: how long the lease lasts from then on. `expiresAt`
   * is until when it can be claimed.
   */
  unclaimedTtlSeconds?: number;
  createdAt: number;
  version: number;
}

const decodeLease = rowDecoder<Lease>({
  id: 'string',
  organizationId: 'string',
  secretId: 'string',
  tokenHash: 'string',
  hosts: 'array?',
  maxUses: 'number',
  useCount: 'number',
  expiresAt: 'number',
  secretGeneration: 'number',
  identityGeneration: 'number',
  createdAt: 'number',
  version: 'number',
});

/** The partition of an organization's leases, or of the ids of an identity's leases. */
function partition(ownerId: string): string {
  return `${PREFIX.lease}${ownerId}`;
}

function leaseKey(organizationId: string, id: string): Key {
  return { pk: partition(organizationId), sk: id };
}

const rowOf = (lease: Lease) => ({ ...leaseKey(lease.organizationId, lease.id), ...lease });

/** A new lease, and the row by which the list of its identity finds it. */
export function insertLease(lease: Lease): Change[] {
  const listed = lease.identityId === null ? [] : [insert({ pk: partition(lease.identityId), sk: lease.id })];
  return [insert(rowOf(lease)), ...listed];
}

/** Replaces a lease. `version` must be one more than was read. */
export function replaceLease(lease: Lease): Change {
  return replaceVersion(rowOf(lease));
}

/**
 * A lease by its id. A read that is not `strong` may miss the last changes. Everything that a lease loses, it loses for
 * good; so a refusal is right all the same, and the commit of a redemption detects the rest.
 */
export async function findLease(
  table: Table,
  organizationId: string,
  id: string,
  options: { strong: boolean },
): Promise<Lease | undefined> {
  if (!isId('lease', id)) return undefined;
  const key = leaseKey(organizationId, id);
  const found = await getRow(table, decodeLease, key, options);
  return found === undefined && !options.strong ? getRow(table, decodeLease, key, { strong: true }) : found;
}

export function leasesBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeLease, { pk: partition(organizationId), kind: 'lease' }, before, pageSize);
}

/** The ids of an identity's leases, newest first. */
export function leaseIdsBefore(table: Table, identityId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, anyRow, { pk: partition(identityId), kind: 'lease' }, before, pageSize);
}

/** Leases by id, newest first. */
export async function findLeases(table: Table, organizationId: string, ids: readonly string[]): Promise<Lease[]> {
  const keys = ids.map((id) => leaseKey(organizationId, id));
  const found = await getRows(table, decodeLease, keys, { strong: true });
  return found.sort((a, b) => (a.id < b.id ? 1 : -1));
}
