import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { POST_TIMEOUT_MS } from '#shared/domain/delivery/stream.ts';
import { clientOptions } from '#shared/runtime/client-options.ts';
import { logger } from '#shared/runtime/log.ts';

let client: ApiGatewayManagementApiClient | undefined;

/**
 * One attempt for each call: the callers decide what a failure means. The SDK reads the endpoint from the environment.
 */
function getClient(): ApiGatewayManagementApiClient {
  client ??= new ApiGatewayManagementApiClient(clientOptions({ maxAttempts: 1, requestMs: POST_TIMEOUT_MS }));
  return client;
}

/**
 * What became of a message:
 * - `refused`: it has not arrived. The client reads too slowly, or the stage sends too much.
 * - `unconfirmed`: API Gateway did not respond in time, or with an error. It may have arrived.
 */
export type PostResult = 'sent' | 'gone' | 'refused' | 'unconfirmed';

/** Sends a text to a connection of the WebSocket API. Source: API Gateway developer guide, @connections commands. */
export async function postToConnection(connectionId: string, text: string): Promise<PostResult> {
  try {
    const command = new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(text) });
    await getClient().send(command);
    return 'sent';
  } catch (error) {
    if (error instanceof GoneException) return 'gone';
    logger.warn('message to a connection failed', { error: error as Error });
    return error instanceof LimitExceededException ? 'refused' : 'unconfirmed';
  }
}

/** Closes a connection. One that is closed already is no error. */
export async function disconnect(connectionId: string): Promise<void> {
  try {
    const command = new DeleteConnectionCommand({ ConnectionId: connectionId });
    await getClient().send(command);
  } catch (error) {
    if (error instanceof GoneException) return;
    throw error;
  }
}
