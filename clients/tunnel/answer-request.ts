import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { ArrivingRequest } from './arriving-request.ts';
import { PieceReader } from './piece-reader.ts';

/** The largest body that is sent in messages, for a response with a known length. */
const MAX_INLINE_BYTES = 96 * 1024;

/** The largest body that can be uploaded. */
const MAX_UPLOAD_BYTES = 6 * 1024 * 1024;

/** How long a response without a length may take before it is treated as a stream. */
const STREAM_AFTER_MS = 10;

/** Headers that this connection sets for the local server. */
const OWN_HEADERS = new Set(['host', 'content-length', 'connection', 'transfer-encoding']);

/** Where a response body can be uploaded. */
export interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The response broke off after its head. */
export class BrokenResponse extends Error {
  /** The piece that could not be sent. */
  readonly seq: number;

  constructor(message: string, seq: number) {
    super(message);
    this.seq = seq;
  }
}

/** The response has more bytes than the limit. */
export class ResponseTooLarge extends Error {}

/** The messages that respond to a request. */
export interface AnswerOptions {
  readonly target: { readonly host: string; readonly port: number };
  /** Sends a message about the request. Resolves when the network has accepted it. */
  readonly send: (message: object) => Promise<void>;
  readonly requestUpload: (size: number) => Promise<Upload>;
}

interface ResponseHead {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Passes a request to the local server and sends its response: in one message, in pieces as they arrive, or by upload.
 * Resolves with the status.
 */
export async function answerRequest(request: ArrivingRequest, options: AnswerOptions): Promise<number> {
  const response = await callServer(request, options.target);
  const head = { status: response.statusCode ?? 502, headers: pairsOf(response.rawHeaders) };
  const length = Number(response.headers['content-length'] ?? Number.NaN);
  const withoutBody = request.message.method === 'HEAD' || [204, 205, 304].includes(head.status);
  if (withoutBody) {
    response.resume();
    await options.send({ type: 'response', ...head });
  } else if (length > MAX_INLINE_BYTES) {
    await upload(response, head, length, request.signal, options);
  } else {
    await sendPieces(new PieceReader(response), head, Number.isNaN(length), options);
  }
  return head.status;
}

async function callServer(request: ArrivingRequest, { host, port }: AnswerOptions['target']): Promise<IncomingMessage> {
  const body = await request.body();
  const { method, path, headers } = request.message;
  const kept = headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const length = body.length > 0 ? [['content-length', String(body.length)] as const] : [];
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      host,
      port,
      method,
      path,
      headers: [['host', `${host}:${port}`] as const, ...kept, ...length].flat(),
      signal: request.signal,
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

async function upload(
  response: IncomingMessage,
  head: ResponseHead,
  length: number,
  signal: AbortSignal,
  { send, requestUpload }: AnswerOptions,
): Promise<void> {
  if (length > MAX_UPLOAD_BYTES) {
    response.destroy();
    throw new ResponseTooLarge(`the response has ${length} bytes; the limit is ${MAX_UPLOAD_BYTES}`);
  }
  const { url, headers } = await requestUpload(length);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const stored = await fetch(url, { method: 'PUT', headers, body: Buffer.concat(chunks), signal });
  if (!stored.ok) throw new Error(`the response body could not be uploaded: ${stored.status}`);
  await send({ type: 'response', ...head, stored: true });
}

/** Sends the head with the beginning of the body, and the rest in pieces. */
async function sendPieces(
  pieces: PieceReader,
  head: ResponseHead,
  isStream: boolean,
  { send }: AnswerOptions,
): Promise<void> {
  // A response without a length is streamed, so its head is sent even if nothing else follows.
  await (isStream ? pieces.untilOverOrLate(STREAM_AFTER_MS) : pieces.untilOver());
  const first = pieces.take();
  await send({
    type: 'response',
    ...head,
    ...(first.length > 0 && { body: first.toString('base64') }),
    ...(pieces.hasMore && { more: true }),
  });
  for (let seq = 1; pieces.hasMore; seq++) {
    try {
      await pieces.untilReadable();
    } catch (error) {
      throw new BrokenResponse((error as Error).message, seq);
    }
    const body = pieces.take().toString('base64');
    await send({ type: 'body', seq, body, more: pieces.hasMore });
  }
}

function pairsOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
}
