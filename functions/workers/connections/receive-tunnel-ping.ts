import type { ClosingReason } from '../../../shared/contract/tunnel-messages.ts';
import { findIdentity } from '../../../shared/data/entities/identity.ts';
import { findTarget } from '../../../shared/data/entities/tunnel.ts';
import type { TunnelConnection } from '../../../shared/data/entities/tunnel-connection.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { parseClientMessage } from '../../../shared/domain/stream.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import { postToConnection } from '../../../shared/services/connections/socket-client.ts';
import { accessLostBy } from '../../../shared/services/connections/stream-access.ts';
import { closeTunnelConnection } from '../../../shared/services/tunnels/close-connection.ts';
import { publicUrlOf } from '../../../shared/services/tunnels/public-url.ts';

/**
 * Responds to the ping of a tunnel's client, or closes the connection if it may not have it any more. Every other message
 * that selects no route closes it too.
 */
export async function receiveTunnelPing(table: Table, connection: TunnelConnection, body: string): Promise<void> {
  const { connectionId, tunnelId, address } = connection;
  if (parseClientMessage(body)?.type !== 'ping') return closeTunnelConnection(table, connectionId, 'invalid_message');
  const reason = await closingReason(table, connection);
  if (reason !== undefined) return closeTunnelConnection(table, connectionId, reason);
  const { TUNNEL_URL } = readEnv('TUNNEL_URL');
  const pong = { type: 'pong', tunnel_id: tunnelId, public_url: publicUrlOf(TUNNEL_URL, address) };
  await postToConnection(connectionId, JSON.stringify(pong));
}

/** Why the client may not keep its connection; `undefined` if it may. */
async function closingReason(
  table: Table,
  { organizationId, address, connectionId, keyHash }: TunnelConnection,
): Promise<ClosingReason | undefined> {
  const [lost, target] = await Promise.all([
    accessLostBy(table, keyHash, Date.now()),
    findTarget(table, address, { strong: true }),
  ]);
  if (lost === 'key_revoked' || lost === 'agent_suspended') return lost;
  if (target === undefined) return 'deleted';
  if (target.connectionId !== connectionId) return 'superseded';
  const identity =
    target.identityId === null ? undefined : await findIdentity(table, organizationId, target.identityId);
  return identity?.status === 'suspended' ? 'agent_suspended' : undefined;
}
