import type { ClosingReason, ServiceMessage } from '../../contract/tunnel-messages.ts';
import { removeConnection } from '../../data/direct-writes/remove-connection.ts';
import type { Table } from '../../data/table-client.ts';
import { disconnect, postToConnection } from '../connections/socket-client.ts';

/**
 * Closes the connection of a tunnel's client. Its row is removed first, so that none of its messages counts any more.
 * API Gateway chooses the close code; the message has the reason.
 */
export async function closeTunnelConnection(table: Table, connectionId: string, reason: ClosingReason): Promise<void> {
  await removeConnection(table, connectionId);
  const message: ServiceMessage = { type: 'closing', reason };
  const result = await postToConnection(connectionId, JSON.stringify(message));
  if (result !== 'gone') await disconnect(connectionId);
}
