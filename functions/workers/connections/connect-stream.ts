import { removeConnection } from '#shared/data/direct-writes/remove-connection.ts';
import { insertConnection } from '#shared/data/entities/connection/connection.ts';
import { findTicket, redeemTicket } from '#shared/data/entities/connection/connection-ticket.ts';
import { connectStream } from '#shared/data/entities/delivery/stream.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { CONNECTION_LIFETIME_MS, hashTicket, isTicket } from '#shared/domain/delivery/stream.ts';
import { AppError, unauthorized } from '#shared/domain/errors/errors.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { enqueue } from '#shared/runtime/queue.ts';
import { accessLostBy } from '#shared/services/connections/access-lost-by.ts';
import type { ConnectEvent, HandshakeResponse } from './handshake.ts';

/** Redeems the ticket of a stream. A ticket that is unknown, used, expired or withdrawn is 401, like an invalid key. */
export async function connectStreamClient({
  queryStringParameters,
  requestContext,
}: ConnectEvent): Promise<HandshakeResponse> {
  const ticket = queryStringParameters?.ticket;
  if (!isTicket(ticket)) return { statusCode: 401 };
  const table = getTable();
  const now = Date.now();
  const found = await findTicket(table, hashTicket(ticket), now);
  if (found === undefined) return { statusCode: 401 };
  const lost = await accessLostBy(table, found.keyHash, now);
  if (lost !== undefined) return { statusCode: lost === 'agent_suspended' ? 403 : 401 };

  const { connectionId } = requestContext;
  const { organizationId, streamId, ticketHash, keyId, keyHash, identityId, types, cursor } = found;
  const until = now + CONNECTION_LIFETIME_MS;
  const used = () => unauthorized('the ticket is used');
  const connection = { connectionId, organizationId, streamId, keyId, keyHash, identityId, types, cursor, until };
  try {
    await commit(
      table,
      {
        build: (tx) => {
          tx.put(
            redeemTicket(ticketHash, used),
            connectStream(organizationId, streamId, { connectionId, connectedAt: now, until }, used),
            insertConnection({ ...connection, kind: 'stream', connectedAt: now, ready: false, failures: 0 }),
          );
        },
      },
      { now: Date.now },
    );
  } catch (error) {
    if (error instanceof AppError) return { statusCode: error.status };
    throw error;
  }
  try {
    await enqueue('event-streams', { organizationId, connectionId }, { group: connectionId });
  } catch (error) {
    // Without its first job the stream would stay silent: the client gets an error and opens another one.
    await removeConnection(table, connectionId);
    throw error;
  }
  return { statusCode: 200 };
}
