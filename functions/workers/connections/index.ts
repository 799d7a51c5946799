import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { SOCKET_MS } from '#shared/contract/gateway-timeouts.ts';
import { isHealthEvent } from '#shared/contract/health.ts';
import { removePendingReplies } from '#shared/data/direct-writes/pending-replies.ts';
import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { removeConnection } from '#shared/data/direct-writes/remove-connection.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { type RemainingTime, withResponseDeadline } from '#shared/runtime/deadline-scope.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { checkHealth } from '#shared/runtime/health.ts';
import { rateLimitKeyForIp } from '#shared/runtime/pipeline/rate-limits.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { connectStreamClient } from './connect-stream.ts';
import { connectTunnel } from './connect-tunnel.ts';
import type { ConnectEvent, HandshakeResponse } from './handshake.ts';
import { receiveMessage } from './receive-message.ts';

/**
 * The query says what the connection is for. Every handshake of a network address counts, because each costs reads,
 * whether its ticket or key is valid or not.
 */
async function connect(event: ConnectEvent): Promise<HandshakeResponse> {
  const { LIMITS: limits } = readEnv('LIMITS');
  const subject = `handshake-${rateLimitKeyForIp(event.requestContext.identity.sourceIp)}`;
  const { allowed } = await consumeToken(getTable(), subject, limits.handshakesPerMinute, Date.now());
  if (!allowed) return { statusCode: 429 };
  const tunnelId = event.queryStringParameters?.tunnel;
  return tunnelId === undefined ? connectStreamClient(event, limits) : connectTunnel(event, tunnelId, limits);
}

async function respond(event: APIGatewayProxyWebsocketEventV2): Promise<HandshakeResponse> {
  const { eventType, connectionId } = event.requestContext;
  try {
    switch (eventType) {
      case 'CONNECT':
        return await connect(event as ConnectEvent);
      case 'DISCONNECT':
        await removeConnection(getTable(), connectionId);
        await removePendingReplies(getTable(), connectionId);
        return { statusCode: 200 };
      default:
        await receiveMessage(connectionId, event.body ?? '', event.isBase64Encoded);
        return { statusCode: 200 };
    }
  } catch (error) {
    reportFailure('socket event failed', error, { event: eventType });
    return { statusCode: 500 };
  }
}

/**
 * The routes of the WebSocket API. The response to `$connect` decides about the handshake. Clients see no response to
 * the others.
 *
 * See: docs/contract/event-streams.md; API Gateway developer guide, Working with WebSocket APIs.
 */
export const handler = async (
  event: APIGatewayProxyWebsocketEventV2,
  context: RemainingTime,
): Promise<HandshakeResponse> => {
  if (isHealthEvent(event)) {
    await checkHealth(event);
    return { statusCode: 204 };
  }
  const awaited = { arrivedAt: event.requestContext.requestTimeEpoch, waitMs: SOCKET_MS };
  return withResponseDeadline(context, awaited, () => respond(event));
};
