import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { disconnectTunnel } from '#shared/data/direct-writes/tunnel-connection.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { findTarget, type TunnelTarget } from '#shared/data/entities/tunnel/tunnel.ts';
import type { Table } from '#shared/data/table-client.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { HANDSHAKE_MS } from '#shared/domain/delivery/stream.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { TUNNEL_ROLE } from '#shared/domain/organization/role.ts';
import { forwardedRequestHeaders } from '#shared/domain/tunnel/forwarded-headers.ts';
import { FIRST_BYTE_TIMEOUT_MS, MAX_REQUEST_BYTES, RESPONSE_TIMEOUT_MS } from '#shared/domain/tunnel/tunnel-limits.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { rateLimitKeyForIp } from '#shared/runtime/pipeline/rate-limits.ts';
import { accessLostBy } from '../connections/access-lost-by.ts';
import type { PublicRequest, PublicResponse } from './public-exchange.ts';
import { readResponse } from './read-response.ts';
import { newRequestId } from './request-id.ts';
import { freeingSlots, freeRequestSlots, type RequestSlotLimits, takeRequestSlots } from './request-slots.ts';
import { sendRequest } from './send-request.ts';
import { tunnelError } from './tunnel-error.ts';

/** How often a request tries to reach a client during its handshake. */
const HANDSHAKE_POLL_MS = 100;

export interface ForwardingServices extends RequestSlotLimits {
  readonly table: Table;
  readonly limits: Pick<Limits, 'tunnelRequestsPerMinute' | 'tunnelAddressRequestsPerMinute' | 'tunnelRequestsAtOnce'>;
  readonly keyring: () => Promise<Keyring>;
}

/**
 * Forwards a public request to the client of its tunnel, and returns the client's response, or the error that the
 * contract names.
 *
 * See: docs/contract/tunnels.md#requests.
 */
export async function forwardRequest(services: ForwardingServices, request: PublicRequest): Promise<PublicResponse> {
  const { table, limits } = services;
  const now = Date.now();
  // A client that has just connected must be found, and not the one that it has replaced.
  const target = await findTarget(table, request.tunnelAddress, { strong: true });
  // The network address first, so that one visitor does not use up the tunnel's requests. Addresses of no tunnel share
  // one count.
  const byAddress = `tunnel-${rateLimitKeyForIp(request.address)}#${target?.tunnelId ?? 'none'}`;
  const refused = await exceeds(table, byAddress, limits.tunnelAddressRequestsPerMinute, now);
  if (refused !== undefined) return refused;
  if (target === undefined) return tunnelError('not_found');
  const problem =
    (await exceeds(table, `tunnel#${target.tunnelId}`, limits.tunnelRequestsPerMinute, now)) ??
    (await problemOf(table, target, now));
  if (problem !== undefined) return problem;
  const { connectionId } = target;
  if (connectionId === undefined) return tunnelError('not_connected');
  if (request.body.length > MAX_REQUEST_BYTES) return tunnelError('too_large');

  const slots = await takeRequestSlots(table, target, services, now);
  // Most requests take milliseconds, so that a slot is free soon.
  if (slots === undefined) return tunnelError('rate_limited', [['retry-after', '1']]);
  try {
    const response = await exchange(services, request, { ...target, connectionId }, now);
    return { ...response, body: freeingSlots(table, slots, response.body) };
  } catch (error) {
    await freeRequestSlots(table, slots);
    throw error;
  }
}

/** Sends a request to the client of its tunnel, and waits for the head of the response. */
async function exchange(
  services: ForwardingServices,
  request: PublicRequest,
  target: TunnelTarget & { connectionId: string },
  now: number,
): Promise<PublicResponse> {
  const { table } = services;
  const { connectionId } = target;
  const keyring = await services.keyring();
  const id = newRequestId(keyring, target.tunnelId, now);
  const { method, path, body } = request;
  const headers = forwardedRequestHeaders(request.headers, request);
  const client = { tunnelId: target.tunnelId, connectionId, isConnecting: () => isConnecting(table, target) };
  const sent = await sendRequest(client, { id, method, path, headers, body });
  if (sent === 'gone' || sent === 'left') await disconnectTunnel(table, target.address, connectionId);
  if (sent === 'too_large') return tunnelError('too_large');
  if (sent === 'refused') return tunnelError('rate_limited', [['retry-after', '1']]);
  if (sent === 'gone') return tunnelError('not_connected');
  if (sent === 'left') return tunnelError('disconnected');
  const awaited = { keyring, tunnelId: target.tunnelId, address: target.address, requestId: id, connectionId };
  const deadlines = { head: now + FIRST_BYTE_TIMEOUT_MS, end: now + RESPONSE_TIMEOUT_MS };
  const place = { host: request.host, prefix: request.prefix, path: request.publicPath };
  return readResponse(table, awaited, deadlines, { hasBody: method !== 'HEAD', place });
}

/** Waits a moment, and returns whether the handshake of the client may not be over yet. */
async function isConnecting(
  table: Table,
  { address, connectionId, lastConnectedAt = 0 }: TunnelTarget,
): Promise<boolean> {
  if (Date.now() - lastConnectedAt >= HANDSHAKE_MS) return false;
  await pause(HANDSHAKE_POLL_MS);
  const target = await findTarget(table, address, { strong: true });
  return target?.connectionId === connectionId;
}

async function exceeds(table: Table, key: string, limit: number, now: number): Promise<PublicResponse | undefined> {
  const { allowed, resetSeconds } = await consumeToken(table, key, limit, now);
  return allowed ? undefined : tunnelError('rate_limited', [['retry-after', String(resetSeconds)]]);
}

/** Why a client may not get requests: none is connected, its key or login has ended, or its agent is suspended. */
async function problemOf(table: Table, target: TunnelTarget, now: number): Promise<PublicResponse | undefined> {
  const { organizationId, identityId, keyHash } = target;
  const lost =
    keyHash === undefined
      ? 'key_revoked'
      : await accessLostBy(table, keyHash, now, { role: TUNNEL_ROLE, servedId: identityId });
  if (lost === undefined) return undefined;
  // Without a key that is valid, the agent was not read, and may be suspended all the same.
  const isSuspended =
    lost === 'agent_suspended' ||
    (identityId !== null && (await findIdentity(table, organizationId, identityId))?.status === 'suspended');
  return tunnelError(isSuspended ? 'suspended' : 'not_connected');
}
