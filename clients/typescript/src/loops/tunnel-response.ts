/** The largest frame that API Gateway accepts. A WebSocket of a runtime sends each message in one. */
const MAX_MESSAGE_BYTES = 32 * 1024;
/** The largest body of a known length that is sent in messages. */
const MAX_INLINE_BYTES = 96 * 1024;
const MAX_UPLOAD_BYTES = 6 * 1024 * 1024;
/** How long to wait for the end of a response without a length before its beginning is sent. */
const STREAM_AFTER_MS = 10;

const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding'];

/** Where the body of a response can be uploaded. */
export interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a response is sent. */
export interface Sending {
  readonly send: (message: object) => Promise<void>;
  readonly requestUpload: (size: number) => Promise<Upload>;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** The response cannot pass, or broke off at a piece. */
export class ResponseFailure extends Error {
  readonly fields: { readonly code?: string; readonly seq?: number };

  constructor(message: string, fields: ResponseFailure['fields']) {
    super(message);
    this.fields = fields;
  }
}

/** Sends a response: in one message, in pieces as they come, or by an upload. */
export async function sendResponse(response: Response, method: string, sending: Sending): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.includes(name));
  const head = { type: 'response', status: response.status, headers };
  const length = response.headers.get('content-length');
  if (method === 'HEAD' || response.body === null) {
    await response.body?.cancel();
    await sending.send(head);
  } else if (length !== null && Number(length) > MAX_INLINE_BYTES) {
    if (Number(length) > MAX_UPLOAD_BYTES)
      throw new ResponseFailure(`the response has ${length} bytes`, { code: 'too_large' });
    const { url, headers: own } = await sending.requestUpload(Number(length));
    const { fetch, signal } = sending;
    const stored = await fetch(url, { method: 'PUT', headers: own, body: await response.arrayBuffer(), signal });
    if (!stored.ok) throw new Error(`the body of the response could not be uploaded: ${stored.status}`);
    await sending.send({ ...head, stored: true });
  } else {
    await sendPieces(new Pieces(response.body), head, length === null, sending);
  }
}

/** Sends the head with the beginning of the body, and the rest in pieces. */
async function sendPieces(pieces: Pieces, head: object, isStream: boolean, { send }: Sending): Promise<void> {
  const room = bodyBytes(head);
  if (room <= 0) throw new ResponseFailure('the headers of the response are too large', { code: 'too_large' });
  await pieces.fill(room, isStream ? STREAM_AFTER_MS : undefined);
  const first = pieces.take(room);
  await send({ ...head, ...(first !== '' && { body: first }), ...(pieces.hasMore && { more: true }) });
  for (let seq = 1; pieces.hasMore; seq += 1) {
    try {
      await pieces.fill(1);
    } catch (error) {
      throw new ResponseFailure((error as Error).message, { seq });
    }
    await send({ type: 'body', seq, body: pieces.take(bodyBytes({})), more: pieces.hasMore });
  }
}

/** How many bytes of a body a message has room for, in addition to these fields. */
function bodyBytes(fields: object): number {
  const others = new TextEncoder().encode(JSON.stringify(fields)).length + 512;
  return Math.floor((MAX_MESSAGE_BYTES - others) / 4) * 3;
}

/** Reads a body in pieces: what arrives while a message is sent shares the next one. */
class Pieces {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #waiting = new Uint8Array(0);
  #ended = false;
  #reading: Promise<void> | undefined;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Whether a piece is to follow what was taken. */
  get hasMore(): boolean {
    return !this.#ended || this.#waiting.length > 0;
  }

  /** Reads until there are as many bytes, or the body has ended, or for some milliseconds. */
  async fill(bytes: number, withinMs?: number): Promise<void> {
    const late =
      withinMs === undefined ? undefined : new Promise<'late'>((resolve) => setTimeout(resolve, withinMs, 'late'));
    while (!this.#ended && this.#waiting.length < bytes) {
      this.#reading ??= this.#read();
      if ((await (late === undefined ? this.#reading : Promise.race([this.#reading, late]))) === 'late') return;
    }
  }

  /** At most that many bytes, in base64. */
  take(bytes: number): string {
    const piece = this.#waiting.subarray(0, bytes);
    this.#waiting = this.#waiting.slice(bytes);
    let text = '';
    for (const byte of piece) text += String.fromCharCode(byte);
    return btoa(text);
  }

  async #read(): Promise<void> {
    const { done, value = new Uint8Array(0) } = await this.#reader.read();
    const joined = new Uint8Array(this.#waiting.length + value.length);
    joined.set(this.#waiting);
    joined.set(value, this.#waiting.length);
    this.#waiting = joined;
    this.#ended = done;
    this.#reading = undefined;
  }
}
