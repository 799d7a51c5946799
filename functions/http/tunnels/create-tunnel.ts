import * as routes from '#shared/contract/routes/tunnels.ts';
import { effectiveApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { readActiveTunnels, replaceActiveTunnels } from '#shared/data/entities/tunnel/active-tunnels.ts';
import { insertTunnel, type Tunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import { allInOrder } from '#shared/domain/concurrency/all-in-order.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { newTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { operation, reply, write } from '#shared/runtime/pipeline/operation.ts';
import { reasonsToHold } from '#shared/services/approvals/action-gate.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { requireTunnelQuota } from '#shared/services/tunnels/require-tunnel-quota.ts';
import { holdTunnel } from './hold-tunnel.ts';
import { tunnelRecord } from './tunnel-record.ts';

export const createTunnel = operation(routes.createTunnel, async (context, { body }) => {
  const { actor, table, now } = context;
  const organizationId = actor.organization.id;
  const identity = await namedIdentity(routes.createTunnel, { actor, table }, body?.identity_id);
  const [known, gate] = await allInOrder([
    readActiveTunnels(table, organizationId),
    // What a person asks for with an org key needs no approval.
    actor.kind === 'agent' ? effectiveApprovalSettings(table, actor.identity) : undefined,
  ]);
  const active = await requireTunnelQuota(table, { organizationId, active: known }, context.settings.limits);
  const { name = null, metadata = {} } = body ?? {};
  if (gate !== undefined && identity !== undefined) {
    const reasons = reasonsToHold('tunnel', { identity, settings: gate, now });
    if (reasons.length > 0) {
      const { baseUrl } = context;
      return holdTunnel(table, identity, { name, metadata, reasons, settings: gate, baseUrl, now });
    }
  }

  return write((tx) => {
    const createdAt = tx.nextTimestamp(organizationId);
    const tunnel: Tunnel = {
      id: makeId('tunnel', createdAt, randomPart()),
      organizationId,
      identityId: identity?.id ?? null,
      name,
      metadata,
      address: newTunnelAddress(),
      createdAt,
      deletedAt: null,
    };
    tx.put(...insertTunnel(tunnel), replaceActiveTunnels(organizationId, active, [...active.ids, tunnel.id]));
    tx.audit({});
    return reply(tunnelRecord(tunnel, { identity, target: undefined }));
  });
});
