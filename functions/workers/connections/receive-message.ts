import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { requestRewind } from '#shared/data/direct-writes/stream-lease.ts';
import { findAnyConnection } from '#shared/data/entities/connection/any-connection.ts';
import type { StreamConnection } from '#shared/data/entities/connection/connection.ts';
import { LogFollower } from '#shared/data/event-log/log-follower.ts';
import { MAX_CLIENT_MESSAGES_PER_MINUTE, parseClientMessage } from '#shared/domain/delivery/stream.ts';
import { STREAM_ROLE } from '#shared/domain/organization/role.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { logMetrics } from '#shared/runtime/log-metrics.ts';
import { enqueue } from '#shared/runtime/queue.ts';
import { accessLostBy } from '#shared/services/connections/access-lost-by.ts';
import { closeConnection, closeRest, replyTo } from '#shared/services/connections/close-connection.ts';
import { pongMessage } from '#shared/services/connections/stream-messages.ts';
import { receiveTunnelPing } from './receive-tunnel-ping.ts';

/**
 * Handles a message of a client. A ping also enqueues a push if the log has events after the cursor, so that a stream
 * continues after a job of it was lost. Everything but a ping and a resume closes the connection.
 */
export async function receiveMessage(connectionId: string, body: string, isBinary: boolean): Promise<void> {
  const table = getTable();
  const now = Date.now();
  const [connection, { allowed }] = await Promise.all([
    findAnyConnection(table, connectionId),
    consumeToken(table, `connection#${connectionId}`, MAX_CLIENT_MESSAGES_PER_MINUTE, now),
  ]);
  if (connection === undefined) return closeRest(table, connectionId);
  if (connection.kind === 'tunnel') {
    return allowed
      ? receiveTunnelPing(table, connection, isBinary ? '' : body)
      : closeConnection(table, connectionId, 'too_much');
  }
  if (!allowed) return closeConnection(table, connectionId, 'too_many_messages');
  const message = isBinary ? undefined : parseClientMessage(body);
  if (message === undefined) return closeConnection(table, connectionId, 'invalid_message');
  const lost = await accessLostBy(table, connection.keyHash, now, { role: STREAM_ROLE });
  if (lost !== undefined) return closeConnection(table, connectionId, lost);

  if (message.type === 'resume') {
    await requestRewind(table, connectionId, message.since);
    return enqueuePush(connection);
  }
  await replyTo(table, connectionId, pongMessage(connection.cursor));
  if (await mayHaveNews(connection)) await enqueuePush(connection);
}

/** Whether the log has anything after the last event of the stream, that the stream would send or not. */
async function mayHaveNews({ organizationId, cursor, ready }: StreamConnection): Promise<boolean> {
  const end = await LogFollower.fromEnd(getTable(), organizationId, logMetrics);
  return end.time > cursor || !ready;
}

async function enqueuePush({ organizationId, connectionId }: StreamConnection): Promise<void> {
  await enqueue('event-streams', { organizationId, connectionId }, { group: connectionId });
}
