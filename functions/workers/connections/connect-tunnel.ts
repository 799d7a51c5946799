import { removeConnection } from '../../../shared/data/direct-writes/remove-connection.ts';
import * as connections from '../../../shared/data/direct-writes/tunnel-connection.ts';
import { findTunnel } from '../../../shared/data/entities/tunnel.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { CONNECTION_LIFETIME_MS } from '../../../shared/domain/stream.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import { mayUse } from '../../../shared/runtime/pipeline/actor.ts';
import { authenticate } from '../../../shared/runtime/pipeline/authenticate.ts';
import { servedAgent } from '../../../shared/services/connections/access-lost-by.ts';
import { closeConnection } from '../../../shared/services/connections/close-connection.ts';
import type { ConnectEvent, HandshakeResponse } from './handshake.ts';

/** The subprotocol of tunnels. Browsers cannot set headers, so they send the key as a second subprotocol. */
const SUBPROTOCOL = 'aid.tunnel.v1';
const KEY_PREFIX = 'bearer.';

/**
 * Connects the client of a tunnel. The newest connection is the one that gets requests, and the one before is closed.
 *
 * See: docs/contract/tunnels.md#connection.
 */
export async function connectTunnel(event: ConnectEvent, tunnelId: string): Promise<HandshakeResponse> {
  const table = getTable();
  const now = Date.now();
  const { authorization, selected } = credentialOf(event.headers ?? {});
  const actor = await authenticate(table, authorization, now).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (actor === undefined) return { statusCode: 401 };
  if (actor.kind === 'agent' && actor.identity.status === 'suspended') return { statusCode: 403 };
  const organizationId = actor.organization.id;
  const tunnel = await findTunnel(table, organizationId, tunnelId);
  if (tunnel === undefined || tunnel.deletedAt !== null || !mayUse(actor, tunnel)) return { statusCode: 404 };
  const agent = await servedAgent(table, actor, tunnel.identityId);
  if (tunnel.identityId !== null && agent?.status !== 'active') return { statusCode: 403 };

  const { connectionId } = event.requestContext;
  const { address } = tunnel;
  const until = now + CONNECTION_LIFETIME_MS;
  const connection = { connectionId, organizationId, tunnelId, address, keyHash: actor.keyHash, until };
  const connected = await connections.connectTunnel(table, { kind: 'tunnel', ...connection }, now);
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
