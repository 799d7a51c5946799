import type { ServiceMessage } from '../../contract/tunnel-messages.ts';
import type { Header } from '../../domain/tunnel/forwarded-headers.ts';
import { MAX_INLINE_BYTES, MAX_PIECE_BYTES } from '../../domain/tunnel/tunnel-limits.ts';
import type { PostResult } from '../connections/socket-client.ts';
import { storeRequestBody } from './body-store.ts';
import { sendToClient } from './send-to-client.ts';

/** A public request as the client of a tunnel gets it. */
export interface TunnelledRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** Sends a request to the client of a tunnel: in one message or two, or with an address of its body. */
export async function sendRequest(
  tunnelId: string,
  connectionId: string,
  { body, ...head }: TunnelledRequest,
): Promise<PostResult> {
  const first: ServiceMessage = { type: 'request', ...head };
  if (body.length > MAX_INLINE_BYTES) {
    return sendToClient(connectionId, { ...first, body_url: await storeRequestBody(tunnelId, head.id, body) });
  }
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < body.length; start += MAX_PIECE_BYTES) {
    pieces.push(body.subarray(start, start + MAX_PIECE_BYTES));
  }
  const [piece, ...rest] = pieces;
  const result = await sendToClient(connectionId, {
    ...first,
    ...(piece !== undefined && { body: base64(piece) }),
    ...(rest.length > 0 && { more: true }),
  });
  for (const [index, next] of rest.entries()) {
    if (result !== 'sent') break;
    const place = { seq: index + 1, more: index + 1 < rest.length };
    const sent = await sendToClient(connectionId, { type: 'body', id: head.id, body: base64(next), ...place });
    if (sent !== 'sent') return sent;
  }
  return result;
}

/** Tells the client of a tunnel that no one waits for a response any more. A client that is gone needs no notice. */
export async function cancelRequest(connectionId: string, id: string): Promise<void> {
  await sendToClient(connectionId, { type: 'cancel', id });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
