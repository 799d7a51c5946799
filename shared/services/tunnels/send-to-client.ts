import type { ServiceMessage } from '#shared/contract/tunnel-messages.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import { type PostResult, postToConnection } from '../connections/socket-client.ts';

/** Pauses before the next attempts to send a message that is refused: most clients have read what is there by then. */
const REFUSED_PAUSES_MS = [100, 200, 400, 800];

/** Sends a message to the client of a tunnel. One that is refused has not arrived, so it is sent again. */
export async function sendToClient(connectionId: string, message: ServiceMessage): Promise<PostResult> {
  const text = JSON.stringify(message);
  let result = await postToConnection(connectionId, text);
  for (const milliseconds of REFUSED_PAUSES_MS) {
    if (result !== 'refused') break;
    await pause(milliseconds);
    result = await postToConnection(connectionId, text);
  }
  return result;
}
