import type { Approval } from '#shared/data/entities/approval/approval.ts';
import {
  type ActiveTunnels,
  readActiveTunnels,
  replaceActiveTunnels,
} from '#shared/data/entities/tunnel/active-tunnels.ts';
import { insertTunnel, type Tunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import { contentHash } from '#shared/domain/approval/content-hash.ts';
import type { HeldTunnel } from '#shared/domain/approval/held-tunnel.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { timeOfId } from '#shared/domain/ids/ids.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { publicHostOf } from '../tunnels/public-url.ts';
import { requireTunnelQuota } from '../tunnels/require-tunnel-quota.ts';
import type { ActionKind, DecisionContext, Refusal } from './effect.ts';

/** A held tunnel: approved, it exists, and its agent connects. Until then no release finds anything to connect to. */
export const tunnelAction: ActionKind = {
  async approve(context, approval) {
    const { organizationId } = approval;
    const held = heldTunnelOf(approval);
    const { TUNNEL_URL } = readEnv('TUNNEL_URL');
    if (publicHostOf(TUNNEL_URL) !== held.host) return { refused: 'Tunnels have another host now.' };
    const tunnel = tunnelOf(approval);
    if (tunnelHash(approval.identityId, held) !== approval.contentHash) return { refused: 'The tunnel has changed.' };
    const active = await countedTunnels(context, organizationId);
    if ('refused' in active) return active;
    return {
      contentHash: approval.contentHash,
      stage: (tx) => {
        tx.put(...insertTunnel(tunnel), replaceActiveTunnels(organizationId, active, [...active.ids, tunnel.id]));
      },
    };
  },

  // A tunnel that was not approved does not exist.
  end: async () => () => {},
};

/** The hash of all that a tunnel opens. Its address is random, so that the same tunnel again has the same hash. */
export function tunnelHash(identityId: string, { name, metadata, host }: HeldTunnel): string {
  return contentHash({ kind: 'tunnel', identity_id: identityId, host, name, metadata });
}

/** The tunnel as it is after the approval. It is as old as its id, because lists are sorted by both. */
export function tunnelOf(approval: Approval): Tunnel {
  const { subjectId: id, organizationId, identityId } = approval;
  const { name, metadata, address } = heldTunnelOf(approval);
  const createdAt = timeOfId('tunnel', id);
  return { id, organizationId, identityId, name, metadata: { ...metadata }, address, createdAt, deletedAt: null };
}

function heldTunnelOf({ id, tunnel }: Approval): HeldTunnel {
  if (tunnel === undefined) throw new Error(`the approval ${id} has no tunnel`);
  return tunnel;
}

/** The tunnels that count against the limit, which may have been reached since the request. */
async function countedTunnels(
  { table, settings: { limits } }: DecisionContext,
  organizationId: string,
): Promise<ActiveTunnels | Refusal> {
  const active = await readActiveTunnels(table, organizationId);
  try {
    return await requireTunnelQuota(table, { organizationId, active }, limits);
  } catch (error) {
    if (error instanceof AppError) return { refused: `${error.code}: ${error.message}` };
    throw error;
  }
}
