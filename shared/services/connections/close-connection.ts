import type { ClosingReason as TunnelClosingReason } from '../../contract/tunnel-messages.ts';
import { removeConnection } from '../../data/direct-writes/remove-connection.ts';
import type { Table } from '../../data/table-client.ts';
import type { ClosingReason as StreamClosingReason } from '../../domain/stream.ts';
import { disconnect, postToConnection } from './socket-client.ts';

/**
 * Closes a connection. Its rows are removed first, so that nothing is sent and no message counts any more even if the
 * rest fails. API Gateway chooses the close code; the message has the reason.
 */
export async function closeConnection(
  table: Table,
  connectionId: string,
  reason: StreamClosingReason | TunnelClosingReason,
): Promise<void> {
  await removeConnection(table, connectionId);
  const result = await postToConnection(connectionId, JSON.stringify({ type: 'closing', reason }));
  if (result !== 'gone') await disconnect(connectionId);
}
