import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { isHealthEvent } from '#shared/contract/health.ts';
import { findAnyConnection } from '#shared/data/entities/connection/any-connection.ts';
import { connectionKey } from '#shared/data/entities/connection/connection.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { checkHealth } from '#shared/runtime/health.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';
import { closeConnection, closeRest } from '#shared/services/connections/close-connection.ts';
import { disconnect } from '#shared/services/connections/socket-client.ts';
import { receiveTunnelMessage } from '#shared/services/tunnels/receive-message.ts';

/**
 * The messages of the clients of tunnels, their pings excepted: the routes of the WebSocket API that carry responses.
 *
 * See: docs/contract/tunnels.md#messages.
 */
export const handler = async (event: APIGatewayProxyWebsocketEventV2): Promise<{ statusCode: number }> => {
  if (isHealthEvent(event)) {
    await checkHealth(event, connectionKey('health'));
    return { statusCode: 204 };
  }
  const { connectionId } = event.requestContext;
  try {
    const table = getTable();
    const connection = await findAnyConnection(table, connectionId);
    if (connection === undefined) await closeRest(table, connectionId);
    // Event streams send no such messages.
    else if (connection.kind !== 'tunnel') await disconnect(connectionId);
    else {
      const reason = await receiveTunnelMessage({ table, keyring: getKeyring }, connection, event.body ?? '');
      if (reason !== undefined) await closeConnection(table, connectionId, reason);
    }
    return { statusCode: 200 };
  } catch (error) {
    reportFailure('message of a tunnel failed', error);
    return { statusCode: 500 };
  }
};
