import type { ClosingReason, ServiceMessage } from '#shared/contract/tunnel-messages.ts';
import type { TunnelConnection } from '#shared/data/entities/connection/tunnel-connection.ts';
import { findTarget } from '#shared/data/entities/tunnel/tunnel.ts';
import type { Table } from '#shared/data/table-client.ts';
import { parseClientMessage } from '#shared/domain/delivery/stream.ts';
import { TUNNEL_ROLE } from '#shared/domain/organization/role.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { accessLostBy } from '#shared/services/connections/access-lost-by.ts';
import { closeConnection, replyTo } from '#shared/services/connections/close-connection.ts';
import { publicUrlOf } from '#shared/services/tunnels/public-url.ts';

/**
 * Responds to the ping of a tunnel's client, or closes the connection if it may not have it any more. Every other
 * message that selects no route closes it too.
 */
export async function receiveTunnelPing(table: Table, connection: TunnelConnection, body: string): Promise<void> {
  const { connectionId, tunnelId, address } = connection;
  if (parseClientMessage(body)?.type !== 'ping') return closeConnection(table, connectionId, 'invalid_message');
  const reason = await closingReason(table, connection);
  if (reason !== undefined) return closeConnection(table, connectionId, reason);
  const { TUNNEL_URL } = readEnv('TUNNEL_URL');
  const public_url = publicUrlOf(TUNNEL_URL, address);
  const pong: ServiceMessage = { type: 'pong', tunnel_id: tunnelId, public_url };
  await replyTo(table, connectionId, JSON.stringify(pong));
}

/** Why the client may not keep its connection; `undefined` if it may. */
async function closingReason(
  table: Table,
  { address, connectionId, keyHash }: TunnelConnection,
): Promise<ClosingReason | undefined> {
  const target = await findTarget(table, address, { strong: true });
  const isCurrent = target?.connectionId === connectionId;
  const lost = await accessLostBy(table, keyHash, Date.now(), {
    role: TUNNEL_ROLE,
    servedId: isCurrent ? target.identityId : null,
  });
  if (lost !== undefined || isCurrent) return lost;
  return target === undefined ? 'deleted' : 'superseded';
}
