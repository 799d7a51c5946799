import type { ServiceMessage } from '#shared/contract/tunnel-messages.ts';
import { type PostResult, postToConnection } from '../connections/socket-client.ts';

/** Sends a message to the client of a tunnel. */
export function sendToClient(connectionId: string, message: ServiceMessage): Promise<PostResult> {
  return postToConnection(connectionId, JSON.stringify(message));
}
