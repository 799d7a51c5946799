import * as routes from '#shared/contract/routes/tunnels.ts';
import { readActiveTunnels, replaceActiveTunnels } from '#shared/data/entities/tunnel/active-tunnels.ts';
import { insertTunnel, type Tunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { newTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { requireTunnelQuota } from './require-tunnel-quota.ts';
import { tunnelRecord } from './tunnel-record.ts';

export const createTunnel = operation(routes.createTunnel, async ({ actor, table, settings }, { body }) => {
  const organizationId = actor.organization.id;
  const identity = await namedIdentity(routes.createTunnel, { actor, table }, body?.identity_id);
  const known = await readActiveTunnels(table, organizationId);
  const active = await requireTunnelQuota(table, { organizationId, active: known }, settings.limits);

  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const tunnel: Tunnel = {
      id: makeId('tunnel', createdAt, randomPart()),
      organizationId,
      identityId: identity?.id ?? null,
      name: body?.name ?? null,
      metadata: body?.metadata ?? {},
      address: newTunnelAddress(),
      createdAt,
      deletedAt: null,
    };
    tx.put(...insertTunnel(tunnel), replaceActiveTunnels(organizationId, active, [...active.ids, tunnel.id]));
    return reply(tunnelRecord(tunnel, { identity, target: undefined }));
  });
});
