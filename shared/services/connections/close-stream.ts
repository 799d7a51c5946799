import { removeConnection } from '../../data/direct-writes/remove-connection.ts';
import type { Table } from '../../data/table-client.ts';
import type { ClosingReason } from '../../domain/stream.ts';
import { disconnect, postToConnection } from './socket-client.ts';
import { closingMessage } from './stream-messages.ts';

/**
 * Closes a stream. Its rows are removed first, so that nothing is sent any more even if the rest fails. API Gateway
 * chooses the close code; the message has the reason.
 */
export async function closeStream(table: Table, connectionId: string, reason: ClosingReason): Promise<void> {
  await removeConnection(table, connectionId);
  const result = await postToConnection(connectionId, closingMessage(reason));
  if (result !== 'gone') await disconnect(connectionId);
}
