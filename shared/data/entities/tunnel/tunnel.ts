import { notFound } from '#shared/domain/errors/errors.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { isTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { type Change, insert, remove, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { storedPairs } from '../../stored-pairs.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { getRow, getRows, type Key, type Table } from '../../table-client.ts';

/** A tunnel. See: docs/contract/tunnels.md#records. */
export interface Tunnel {
  id: string;
  organizationId: string;
  /** The agent that it belongs to; null for the organization. */
  identityId: string | null;
  name: string | null;
  metadata: Record<string, string>;
  /** The part of its public address that cannot be guessed. */
  address: string;
  createdAt: number;
  deletedAt: number | null;
}

const decodeTunnel = rowDecoder<Tunnel>({
  id: 'string',
  organizationId: 'string',
  address: 'string',
  metadata: 'object',
  createdAt: 'number',
});

/**
 * Where the requests for a tunnel's public address go: the row that every public request reads. The fields of the
 * connection are absent while no client is connected.
 */
export interface TunnelTarget {
  tunnelId: string;
  organizationId: string;
  identityId: string | null;
  address: string;
  connectionId?: string;
  /** The hash of the key that the client connected with. */
  keyHash?: string;
  /** The network address of the client, as limits count it. Rows of earlier releases have none. */
  clientAddress?: string;
  lastConnectedAt?: number;
}

const decodeTarget = rowDecoder<TunnelTarget>({ tunnelId: 'string', organizationId: 'string', address: 'string' });

/** The partition of the tunnels of an organization. */
export function tunnelPartition(organizationId: string): string {
  return `${PREFIX.tunnel}${organizationId}`;
}

function tunnelKey(organizationId: string, id: string): Key {
  return { pk: tunnelPartition(organizationId), sk: id };
}

/** The key of the row that finds a tunnel by its public address. */
export function targetKey(address: string): Key {
  return { pk: `${PREFIX.tunnelAddress}${address}`, sk: 'TUNNEL' };
}

/** A new tunnel, and the row that finds it by its address. */
export function insertTunnel(tunnel: Tunnel): Change[] {
  const { id: tunnelId, organizationId, identityId, address } = tunnel;
  return [
    insert({ ...tunnelKey(organizationId, tunnelId), ...tunnel, metadata: storedPairs(tunnel.metadata) }),
    insert({ ...targetKey(address), tunnelId, organizationId, identityId, address }),
  ];
}

/** Deletes a tunnel: no request reaches it any more. Its record stays readable until `expiresAt`. */
export function deleteTunnel(tunnel: Tunnel, deletedAt: number, expiresAt: number): Change[] {
  return [
    update(tunnelKey(tunnel.organizationId, tunnel.id), {
      set: { deletedAt, [TABLE.timeToLive]: epochSeconds(expiresAt) },
    }),
    // Another request may have deleted the tunnel meanwhile.
    remove(targetKey(tunnel.address), () => notFound()),
  ];
}

export async function findTunnel(table: Table, organizationId: string, id: string): Promise<Tunnel | undefined> {
  if (!isId('tunnel', id)) return undefined;
  return getRow(table, decodeTunnel, tunnelKey(organizationId, id), { strong: true });
}

/** Several tunnels, deleted ones too, in any order. */
export function findTunnels(table: Table, organizationId: string, ids: readonly string[]) {
  const keys = ids.map((id) => tunnelKey(organizationId, id));
  return keys.length === 0 ? Promise.resolve([]) : getRows(table, decodeTunnel, keys, { strong: true });
}

export function tunnelsBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeTunnel, { pk: tunnelPartition(organizationId), kind: 'tunnel' }, before, pageSize);
}

/** Where requests for a public address go; `undefined` for the address of no tunnel. */
export async function findTarget(
  table: Table,
  address: string,
  options: { strong?: boolean } = {},
): Promise<TunnelTarget | undefined> {
  return isTunnelAddress(address) ? getRow(table, decodeTarget, targetKey(address), options) : undefined;
}

/** The targets of several tunnels, by address. */
export async function findTargets(
  table: Table,
  tunnels: readonly Tunnel[],
): Promise<ReadonlyMap<string, TunnelTarget>> {
  const keys = tunnels.filter(({ deletedAt }) => deletedAt === null).map(({ address }) => targetKey(address));
  const rows = keys.length === 0 ? [] : await getRows(table, decodeTarget, keys, { strong: true });
  return new Map(rows.map((row) => [row.address, row]));
}
