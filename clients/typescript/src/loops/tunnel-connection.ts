import { objectIn } from '../json.ts';
import type { Fetch, WebSocketLike } from '../network.ts';
import { onAbort, pause } from '../signals.ts';
import { OPEN } from '../web-socket.ts';
import { watchSilence } from './silence.ts';
import { type LaterMessage, type RequestMessage, TunnelRequest } from './tunnel-request.ts';
import { ResponseFailure, sendResponse } from './tunnel-response.ts';

/** Handles the requests of a tunnel. */
export interface Server {
  readonly origin: string;
  readonly respond: (request: Request) => Promise<Response> | Response;
  readonly fetch: Fetch;
  readonly onError: (error: unknown) => void;
}

type ServiceMessage =
  | RequestMessage
  | (LaterMessage & { readonly id: string })
  | { readonly type: 'pong' }
  | { readonly type: 'closing'; readonly reason: string };

const MAX_ERROR_CHARACTERS = 500;
/** If more bytes than this are buffered, the next message waits. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
const BUFFER_CHECK_MS = 10;

/** Serves a tunnel over one connection that is being opened, until it ends; returns why it did. */
export async function serveConnection(
  socket: WebSocketLike,
  { origin, respond, fetch, onError }: Server,
  connected: () => void,
  signal: AbortSignal,
): Promise<string> {
  const requests = new Map<string, TunnelRequest>();
  let reason = 'lost';

  /** Sends a message once most of the earlier ones have been sent. A closed socket ignores it. */
  const send = async (message: object) => {
    while (socket.readyState === OPEN && socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      await pause(BUFFER_CHECK_MS);
    }
    socket.send(JSON.stringify(message));
  };

  const answer = async (message: RequestMessage) => {
    const { id, method } = message;
    const request = new TunnelRequest(message);
    requests.set(id, request);
    try {
      const response = await respond(await request.toRequest(origin, fetch));
      await sendResponse(response, method, request, fetch, (reply) => send({ ...reply, id }));
    } catch (error) {
      const fields = error instanceof ResponseFailure ? error.fields : {};
      const text = String((error as Error).message).slice(0, MAX_ERROR_CHARACTERS);
      if (request.signal.aborted) return;
      try {
        onError(error);
      } catch (another) {
        console.error(another);
      }
      await send({ type: 'error', id, ...fields, message: text });
    } finally {
      requests.delete(id);
    }
  };

  let end = () => {};
  // A dead connection does not report that it is closed, so nothing waits for that.
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const watch = watchSilence(() => void send({ type: 'ping' }), end);
  const release = onAbort(signal, end);
  socket.onopen = watch.ping;
  socket.onmessage = ({ data }: { readonly data: unknown }) => {
    watch.heard();
    const message = objectIn(String(data)) as ServiceMessage;
    if (message.type === 'pong') connected();
    else if (message.type === 'request' && !requests.has(message.id)) void answer(message);
    else if (message.type === 'closing') reason = message.reason;
    else requests.get(message.id)?.receive(message as LaterMessage);
  };
  socket.onerror = socket.onclose = end;
  await ended;
  socket.onopen = socket.onmessage = null;
  watch.stop();
  release();
  for (const request of requests.values()) request.abort();
  socket.close();
  return reason;
}
