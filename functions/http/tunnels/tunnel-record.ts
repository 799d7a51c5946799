import type { z } from 'zod';
import type { tunnelSchema } from '#shared/contract/schemas/tunnel.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Tunnel, TunnelTarget } from '#shared/data/entities/tunnel/tunnel.ts';
import { timestamp, timestampOrNull } from '#shared/domain/time/time.ts';
import type { TunnelStatus } from '#shared/domain/tunnel/tunnel-status.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { publicUrlOf } from '#shared/services/tunnels/public-url.ts';

/** What a tunnel's record shows of other rows: its agent, and its connection. */
export interface TunnelContext {
  identity: Pick<Identity, 'status'> | undefined;
  target: TunnelTarget | undefined;
}

/** A tunnel as replies show it. See: docs/contract/tunnels.md#records. */
export function tunnelRecord(tunnel: Tunnel, { identity, target }: TunnelContext): z.output<typeof tunnelSchema> {
  const { SOCKET_URL, TUNNEL_URL } = readEnv('SOCKET_URL', 'TUNNEL_URL');
  const status = statusOf(tunnel, identity);
  return {
    id: tunnel.id,
    identity_id: tunnel.identityId,
    name: tunnel.name,
    metadata: tunnel.metadata,
    public_url: publicUrlOf(TUNNEL_URL, tunnel.address),
    connect_url: `${SOCKET_URL}?tunnel=${tunnel.id}`,
    status,
    connected: status === 'active' && target?.connectionId !== undefined,
    last_connected_at: timestampOrNull(target?.lastConnectedAt),
    created_at: timestamp(tunnel.createdAt),
  };
}

function statusOf({ deletedAt }: Tunnel, identity: TunnelContext['identity']): TunnelStatus {
  if (deletedAt !== null) return 'deleted';
  return identity?.status === 'suspended' ? 'suspended' : 'active';
}
