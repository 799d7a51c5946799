import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { POST_TIMEOUT_MS } from '#shared/domain/stream.ts';
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

/** What became of a message. `failed`: API Gateway did not accept it, or did not respond in time. */
export type PostResult = 'sent' | 'gone' | 'failed';

/** Sends a text to a connection of the WebSocket API. */
export async function postToConnection(connectionId: string, text: string): Promise<PostResult> {
  try {
    const command = new PostToConnectionCommand({ ConnectionId: connectionId, Data: Buffer.from(text) });
    await getClient().send(command, { abortSignal: AbortSignal.timeout(POST_TIMEOUT_MS) });
    return 'sent';
  } catch (error) {
    if (error instanceof GoneException) return 'gone';
    logger.warn('message to a connection failed', { error: error as Error });
    return 'failed';
  }
}

/** Closes a connection. One that is closed already is no error. */
export async function disconnect(connectionId: string): Promise<void> {
  try {
    const command = new DeleteConnectionCommand({ ConnectionId: connectionId });
    await getClient().send(command, { abortSignal: AbortSignal.timeout(POST_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof GoneException) return;
    throw error;
  }
}
