import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { removeConnection } from '#shared/data/direct-writes/remove-connection.ts';
import * as connections from '#shared/data/direct-writes/tunnel-connection.ts';
import { findTunnel } from '#shared/data/entities/tunnel/tunnel.ts';
import { CONNECTION_LIFETIME_MS } from '#shared/domain/delivery/stream.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { TUNNEL_ROLE } from '#shared/domain/organization/role.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { hasRole, mayUse, scopesOf } from '#shared/runtime/pipeline/actor.ts';
import { authenticateRequest } from '#shared/runtime/pipeline/failed-authentications.ts';
import { rateLimitKeyForIp } from '#shared/runtime/pipeline/rate-limits.ts';
import { servedAgent } from '#shared/services/connections/access-lost-by.ts';
import { closeConnection } from '#shared/services/connections/close-connection.ts';
import { takeAddressSlot } from './address-slot.ts';
import type { ConnectEvent, HandshakeResponse } from './handshake.ts';

/** The subprotocol of tunnels. Browsers cannot set headers, so they send the key as a second subprotocol. */
const SUBPROTOCOL = 'aid.tunnel.v1';
const KEY_PREFIX = 'bearer.';

/**
 * Connects the client of a tunnel. The newest connection is the one that gets requests, and the one before is closed.
 *
 * See: docs/contract/tunnels.md#connection.
 */
export async function connectTunnel(event: ConnectEvent, tunnelId: string, limits: Limits): Promise<HandshakeResponse> {
  const table = getTable();
  const now = Date.now();
  const { authorization, selected } = credentialOf(event.headers ?? {});
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const address = event.requestContext.identity.sourceIp;
  // A handshake is a request of its organization, as the API counts them.
  const authenticated = await authenticateRequest(table, { headers, address }, limits, { now }, ({ organizationId }) =>
    consumeToken(table, organizationId, limits.orgRequestsPerMinute, now),
  ).catch((error: unknown) => {
    if (error instanceof AppError) return error.status;
    throw error;
  });
  if (typeof authenticated === 'number') return { statusCode: authenticated };
  const { actor, read } = authenticated;
  const organizationId = actor.organization.id;
  if (!read.allowed) return { statusCode: 429 };
  if (actor.kind === 'agent' && actor.identity.status === 'suspended') return { statusCode: 403 };
  if (!hasRole(actor, TUNNEL_ROLE)) return { statusCode: 403 };
  // A tunnel serves for hours, longer than a credential with scopes lives.
  if (scopesOf(actor) !== undefined) return { statusCode: 403 };
  const tunnel = await findTunnel(table, organizationId, tunnelId);
  if (tunnel === undefined || tunnel.deletedAt !== null || !mayUse(actor, tunnel)) return { statusCode: 404 };
  const agent = await servedAgent(table, actor, tunnel.identityId);
  if (tunnel.identityId !== null && agent?.status !== 'active') return { statusCode: 403 };

  const slot = await takeAddressSlot(table, { kind: 'tunnel', organizationId, address }, limits, now);
  if (slot === undefined) return { statusCode: 429 };
  const { connectionId } = event.requestContext;
  const until = now + CONNECTION_LIFETIME_MS;
  const place = { organizationId, tunnelId, address: tunnel.address };
  const held = slot === null ? {} : { slot };
  const connection = { kind: 'tunnel', connectionId, ...place, keyHash: actor.keyHash, until, ...held } as const;
  const clientAddress = rateLimitKeyForIp(address);
  const connected = await connections.connectTunnel(table, connection, { clientAddress, now });
  if (connected === undefined) {
    await removeConnection(table, connectionId);
    return { statusCode: 404 };
  }
  if (connected.superseded !== undefined) await closeConnection(table, connected.superseded, 'superseded');
  return { statusCode: 200, ...(selected !== undefined && { headers: { 'Sec-WebSocket-Protocol': selected } }) };
}

/** The key of a handshake, as the header `Authorization` has it, and the subprotocol to select. */
function credentialOf(headers: Readonly<Record<string, string | undefined>>) {
  const value = (wanted: string) => Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
  const offered = (value('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim());
  const key = offered.find((protocol) => protocol.startsWith(KEY_PREFIX))?.slice(KEY_PREFIX.length);
  return {
    authorization: value('authorization') ?? (key === undefined ? undefined : `Bearer ${key}`),
    selected: offered.includes(SUBPROTOCOL) ? SUBPROTOCOL : undefined,
  };
}
