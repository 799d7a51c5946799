import { removeConnection } from '#shared/data/direct-writes/remove-connection.ts';
import { releaseSlot } from '#shared/data/direct-writes/slot.ts';
import { insertConnection } from '#shared/data/entities/connection/connection.ts';
import { findTicket, redeemTicket } from '#shared/data/entities/connection/connection-ticket.ts';
import { connectStream } from '#shared/data/entities/delivery/stream.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { CONNECTION_LIFETIME_MS, hashTicket, isTicket } from '#shared/domain/delivery/stream.ts';
import { AppError, unauthorized } from '#shared/domain/errors/errors.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { STREAM_ROLE } from '#shared/domain/organization/role.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { enqueue } from '#shared/runtime/queue.ts';
import { accessLostBy } from '#shared/services/connections/access-lost-by.ts';
import { takeAddressSlot } from './address-slot.ts';
import type { ConnectEvent, HandshakeResponse } from './handshake.ts';

/** Redeems the ticket of a stream. A ticket that is unknown, used, expired or withdrawn is 401, like an invalid key. */
export async function connectStreamClient(
  { queryStringParameters, requestContext }: ConnectEvent,
  limits: Limits,
): Promise<HandshakeResponse> {
  const ticket = queryStringParameters?.ticket;
  if (!isTicket(ticket)) return { statusCode: 401 };
  const table = getTable();
  const now = Date.now();
  const found = await findTicket(table, hashTicket(ticket), now);
  if (found === undefined) return { statusCode: 401 };
  const lost = await accessLostBy(table, found.keyHash, now, { role: STREAM_ROLE });
  if (lost !== undefined) return { statusCode: lost === 'agent_suspended' ? 403 : 401 };

  const { connectionId, identity } = requestContext;
  const { organizationId, streamId, ticketHash, keyId, keyHash, identityId, types, cursor } = found;
  const asked = { kind: 'stream', organizationId, address: identity.sourceIp } as const;
  const slot = await takeAddressSlot(table, asked, limits, now);
  if (slot === undefined) return { statusCode: 429 };
  const until = now + CONNECTION_LIFETIME_MS;
  const used = () => unauthorized('the ticket is used');
  const held = slot === null ? {} : { slot };
  const connection = {
    connectionId,
    organizationId,
    streamId,
    keyId,
    keyHash,
    identityId,
    types,
    cursor,
    until,
    ...held,
  };
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
    // After another error the connection may be stored, and free its slot at its end.
    if (error instanceof AppError && slot !== null) await releaseSlot(table, slot, now);
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
