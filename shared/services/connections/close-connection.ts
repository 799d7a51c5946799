import type { ClosingReason as TunnelClosingReason } from '#shared/contract/tunnel-messages.ts';
import { countReply, hasPendingReplies } from '#shared/data/direct-writes/pending-replies.ts';
import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { removeConnection } from '#shared/data/direct-writes/remove-connection.ts';
import { findAnyConnection } from '#shared/data/entities/connection/any-connection.ts';
import type { Table } from '#shared/data/table-client.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import type { ClosingReason as StreamClosingReason } from '#shared/domain/delivery/stream.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { disconnect, postToConnection } from './socket-client.ts';

/** How long the reason for closing waits for replies that are being sent: one may take as long as a post. */
const SETTLE_MS = 3 * SECOND;
const SETTLE_POLL_MS = 20;

/** How long the call that closes a connection may take in all. */
const CLOSING_MS = 2 * SETTLE_MS;

/**
 * Closes a connection. Its rows are removed first, so that nothing is sent and no message counts any more even if the
 * rest fails. Of several calls, that which removes them sends the reason, once, as the last message. API Gateway
 * chooses the close code.
 */
export async function closeConnection(
  table: Table,
  connectionId: string,
  reason: StreamClosingReason | TunnelClosingReason,
): Promise<void> {
  if ((await removeConnection(table, connectionId)) === undefined) return closeRest(table, connectionId);
  await untilSettled(table, connectionId);
  const result = await postToConnection(connectionId, JSON.stringify({ type: 'closing', reason }));
  if (result !== 'gone') await disconnect(connectionId);
}

/**
 * Closes what is left of a connection without rows, in case the call that removed them failed before it could. One call
 * in a minute does it; the messages of a client that floods its connection cost no more.
 */
export async function closeRest(table: Table, connectionId: string): Promise<void> {
  const { allowed } = await consumeToken(table, `closing#${connectionId}`, 1, Date.now());
  if (!allowed) return;
  await pause(CLOSING_MS);
  await disconnect(connectionId);
}

/**
 * Sends a reply, unless the connection was closed meanwhile. It is counted first and then looks whether the connection
 * is open. So a call that has removed the rows knows of each reply that may still be sent, and nothing follows its
 * reason.
 */
export async function replyTo(table: Table, connectionId: string, message: string): Promise<void> {
  await countReply(table, connectionId, 1, Date.now());
  try {
    if ((await findAnyConnection(table, connectionId)) !== undefined) await postToConnection(connectionId, message);
  } finally {
    await countReply(table, connectionId, -1, Date.now());
  }
}

/** Waits for the replies to a connection that are being sent. A function that crashed meanwhile ends the wait late. */
async function untilSettled(table: Table, connectionId: string): Promise<void> {
  const until = Date.now() + SETTLE_MS;
  while (Date.now() < until && (await hasPendingReplies(table, connectionId))) await pause(SETTLE_POLL_MS);
}
