import { type Change, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { collect, getRow, type Table } from '../../table-client.ts';
import { findTunnels, tunnelPartition, tunnelsBefore } from './tunnel.ts';

/**
 * The tunnels of an organization that are not deleted, in one row under optimistic locking, so that their limit is
 * exact under concurrency. It holds ids and not a number: a tunnel that was deleted without it is found by its own row.
 *
 * See: docs/contract/limits.md#tunnels.
 */
export interface ActiveTunnels {
  ids: string[];
  version: number;
}

const decodeActiveTunnels = rowDecoder<ActiveTunnels>({ ids: 'array', version: 'number' });

/** The most tunnels that are counted of an organization without the row. */
const MAX_COUNTED = 1_000;

const keyOf = (organizationId: string) => ({ pk: tunnelPartition(organizationId), sk: 'ACTIVE' });

/** Reads the row. Of an organization that has none yet, it lists the tunnels. */
export async function readActiveTunnels(table: Table, organizationId: string): Promise<ActiveTunnels> {
  const row = await getRow(table, decodeActiveTunnels, keyOf(organizationId), { strong: true });
  if (row !== undefined) return { ids: row.ids, version: row.version };
  const tunnels = tunnelsBefore(table, organizationId, undefined, MAX_COUNTED);
  const active = await collect(tunnels, MAX_COUNTED, ({ deletedAt }) => deletedAt === null);
  return { ids: active.map(({ id }) => id), version: 0 };
}

/** The same without the tunnels that were deleted since, by the rows of the tunnels. */
export async function withoutDeleted(table: Table, organizationId: string, active: ActiveTunnels) {
  const tunnels = await findTunnels(table, organizationId, active.ids);
  return { ...active, ids: tunnels.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id) };
}

/** Replaces the ids, if no one has changed them since they were read. */
export function replaceActiveTunnels(organizationId: string, { version }: ActiveTunnels, ids: string[]): Change {
  return replaceVersion({ ...keyOf(organizationId), ids, version: version + 1 });
}
