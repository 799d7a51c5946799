import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import { findTargets, type Tunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import type { Table } from '#shared/data/table-client.ts';
import { tunnelRecord } from './tunnel-record.ts';

/** The records of tunnels, with two batch reads for all of them: their connections and their agents. */
export async function tunnelRecords(table: Table, tunnels: readonly Tunnel[]) {
  const agents = tunnels.flatMap(({ organizationId, identityId }) =>
    identityId === null ? [] : [{ organizationId, identityId }],
  );
  const [targets, identities] = await Promise.all([findTargets(table, tunnels), findIdentities(table, agents)]);
  const byId = new Map(identities.map((identity) => [identity.id, identity]));
  return tunnels.map((tunnel) =>
    tunnelRecord(tunnel, { identity: byId.get(tunnel.identityId ?? ''), target: targets.get(tunnel.address) }),
  );
}
