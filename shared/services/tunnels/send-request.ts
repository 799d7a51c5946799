import type { ServiceMessage } from '#shared/contract/tunnel-messages.ts';
import type { Header } from '#shared/domain/tunnel/forwarded-headers.ts';
import { MAX_INLINE_BYTES, MAX_SENT_MESSAGE_BYTES, MAX_SENT_PIECE_BYTES } from '#shared/domain/tunnel/tunnel-limits.ts';
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

/**
 * How far a request came:
 * - `sent`: all of it was sent. A message without a confirmation may have arrived, and a second one would make the
 *   server do the work twice; so it counts as sent, and the time for the response shows whether it has arrived.
 * - `too_large`: the head does not fit in a message. Nothing was sent.
 * - `refused`: the client does not read fast enough. It has no part of the request, or has got a `cancel`.
 * - `gone`: the client had disconnected before.
 * - `left`: the client disconnected before it had all of the request.
 */
export type SendOutcome = 'sent' | 'too_large' | 'refused' | 'gone' | 'left';

/** The connection to the client of a tunnel. */
export interface ClientConnection {
  readonly tunnelId: string;
  readonly connectionId: string;
  /** Waits a moment, and returns whether a connection that seems to be gone may still be in its handshake. */
  readonly isConnecting: () => Promise<boolean>;
}

/**
 * Sends a request to the client of a tunnel: in one message, in several, or with an address of its body. The head has
 * to fit in the first message.
 */
export async function sendRequest(client: ClientConnection, { body, ...head }: TunnelledRequest): Promise<SendOutcome> {
  const { tunnelId, connectionId } = client;
  const first: ServiceMessage = { type: 'request', ...head };
  const room = MAX_SENT_MESSAGE_BYTES - Buffer.byteLength(JSON.stringify(first)) - AROUND_BODY_BYTES;
  if (room < 0) return 'too_large';
  if (body.length > MAX_INLINE_BYTES) {
    const body_url = await storeRequestBody(tunnelId, head.id, body);
    return body_url.length > room ? 'too_large' : sendFirst(client, { ...first, body_url });
  }
  const firstEnd = Math.min(body.length, Math.floor(room / 4) * 3);
  const outcome = await sendFirst(client, {
    ...first,
    ...(firstEnd > 0 && { body: base64(body.subarray(0, firstEnd)) }),
    ...(firstEnd < body.length && { more: true }),
  });
  if (outcome !== 'sent') return outcome;
  for (let start = firstEnd, seq = 1; start < body.length; seq++) {
    const end = Math.min(body.length, start + MAX_SENT_PIECE_BYTES);
    const piece = { body: base64(body.subarray(start, end)), seq, more: end < body.length };
    const sent = await sendToClient(connectionId, { type: 'body', id: head.id, ...piece });
    if (sent === 'gone') return 'left';
    if (sent === 'refused') {
      await cancelRequest(connectionId, head.id);
      return 'refused';
    }
    start = end;
  }
  return 'sent';
}

async function sendFirst(
  { connectionId, isConnecting }: ClientConnection,
  message: ServiceMessage,
): Promise<'sent' | 'refused' | 'gone'> {
  for (;;) {
    const result = await sendToClient(connectionId, message);
    if (result === 'gone' && (await isConnecting())) continue;
    return result === 'unconfirmed' ? 'sent' : result;
  }
}

/** The names of the members of a message that hold its body, or the address of it. */
const AROUND_BODY_BYTES = 40;

/** Tells the client of a tunnel that no one waits for a response any more. A client that is gone needs no notice. */
export async function cancelRequest(connectionId: string, id: string): Promise<void> {
  await sendToClient(connectionId, { type: 'cancel', id });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
