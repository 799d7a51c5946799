import { base64, utf8 } from '../bytes.ts';
import type { Fetch } from '../network.ts';
import { pause } from '../signals.ts';
import type { TunnelRequest } from './tunnel-request.ts';

/** The largest frame that API Gateway accepts. The runtimes' WebSockets send each message in one frame. */
const MAX_MESSAGE_BYTES = 32 * 1024;
/** The largest body of a known length that is sent in messages. */
const MAX_INLINE_BYTES = 96 * 1024;
const MAX_UPLOAD_BYTES = 6 * 1024 * 1024;
/** How long to wait for the end of a response without a length before sending its beginning. */
const STREAM_AFTER_MS = 10;

const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding'];

/** Sends a message about the request. */
type Send = (message: object) => Promise<void>;

/** The response cannot be sent, or broke off at a piece. */
export class ResponseFailure extends Error {
  readonly fields: { readonly code?: string; readonly seq?: number };

  constructor(message: string, fields: ResponseFailure['fields']) {
    super(message);
    this.fields = fields;
  }
}

/** Sends a response: in one message, in pieces as they arrive, or by upload. */
export async function sendResponse(
  response: Response,
  method: string,
  request: TunnelRequest,
  fetch: Fetch,
  send: Send,
): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.includes(name));
  const head = { type: 'response', status: response.status, headers };
  const length = response.headers.get('content-length');
  const size = Number(length);
  if (method === 'HEAD' || response.body === null) {
    await response.body?.cancel();
    await send(head);
  } else if (size > MAX_INLINE_BYTES) {
    if (size > MAX_UPLOAD_BYTES)
      throw new ResponseFailure(`the response is too large: ${size} bytes`, { code: 'too_large' });
    const upload = request.upload();
    await send({ type: 'upload', size });
    const { url, headers: own } = await upload;
    const body = await response.arrayBuffer();
    const stored = await fetch(url, { method: 'PUT', headers: { ...own }, body, signal: request.signal });
    if (!stored.ok) throw new Error(`the body of the response could not be uploaded: ${stored.status}`);
    await send({ ...head, stored: true });
  } else {
    await sendPieces(new Pieces(response.body), head, length === null, send);
  }
}

/** Sends the head with the beginning of the body, and the rest in pieces. */
async function sendPieces(pieces: Pieces, head: object, isStream: boolean, send: Send): Promise<void> {
  const room = bodyBytes(head);
  if (room <= 0) throw new ResponseFailure('the headers of the response are too large', { code: 'too_large' });
  // A response without a length is streamed, so its head is sent even if nothing else follows.
  await (isStream ? pieces.fill(room, STREAM_AFTER_MS).catch(() => {}) : pieces.fill(room));
  const body = pieces.take(room);
  await send({ ...head, ...(body !== '' && { body }), ...(pieces.hasMore && { more: true }) });
  for (let seq = 1; pieces.hasMore; seq += 1) {
    try {
      await pieces.fill(1);
    } catch (error) {
      throw new ResponseFailure((error as Error).message, { seq });
    }
    await send({ type: 'body', seq, body: pieces.take(bodyBytes({})), more: pieces.hasMore });
  }
}

/** How many bytes of a body fit in a message with these fields. */
function bodyBytes(fields: object): number {
  const others = utf8(JSON.stringify(fields)).length + 512;
  return Math.floor((MAX_MESSAGE_BYTES - others) / 4) * 3;
}

/** Reads a body in pieces: everything that arrives while a message is being sent goes into the next one. */
class Pieces {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #waiting = new Uint8Array();
  #ended = false;
  #reading: Promise<void> | undefined;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Whether another piece follows. */
  get hasMore(): boolean {
    return !this.#ended || this.#waiting.length > 0;
  }

  /** Reads until that many bytes are available, the body has ended, or some milliseconds have passed. */
  async fill(bytes: number, withinMs?: number): Promise<void> {
    const late = withinMs === undefined ? undefined : pause(withinMs).then(() => true);
    while (!this.#ended && this.#waiting.length < bytes) {
      this.#reading ??= this.#read();
      if (await (late === undefined ? this.#reading : Promise.race([this.#reading, late]))) return;
    }
  }

  /** At most that many bytes, in base64. */
  take(bytes: number): string {
    const piece = this.#waiting.subarray(0, bytes);
    this.#waiting = this.#waiting.subarray(bytes);
    return base64(piece);
  }

  async #read(): Promise<void> {
    const { done, value = new Uint8Array() } = await this.#reader.read();
    const joined = new Uint8Array(this.#waiting.length + value.length);
    joined.set(this.#waiting);
    joined.set(value, this.#waiting.length);
    this.#waiting = joined;
    this.#ended = done;
    this.#reading = undefined;
  }
}
