import type { Reply, ReplyHead } from '#shared/data/entities/tunnel/tunnel-reply.ts';
import type { Table } from '#shared/data/table-client.ts';
import { forwardedResponseHeaders, type Header } from '#shared/domain/tunnel/forwarded-headers.ts';
import type { TunnelPlace } from '#shared/domain/tunnel/tunnel-cookies.ts';
import type { TunnelErrorCode } from '#shared/domain/tunnel/tunnel-errors.ts';
import { MAX_TUNNELLED_BYTES } from '#shared/domain/tunnel/tunnel-limits.ts';
import { logger } from '#shared/runtime/log.ts';
import { type AwaitedRequest, awaitReplies, ClientGoneError, ReplyTimeoutError } from './await-replies.ts';
import { readResponseBody } from './body-store.ts';
import type { PublicResponse } from './public-exchange.ts';
import { bodyKey } from './request-id.ts';
import { cancelRequest } from './send-request.ts';
import { tunnelError } from './tunnel-error.ts';

/** Until when the head, and the whole response, must have arrived. Epoch milliseconds. */
export interface Deadlines {
  readonly head: number;
  readonly end: number;
}

/** The statuses of responses that never have a body. See: RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Waits for the head of a response. The rest is read when the body is. */
export async function readResponse(
  table: Table,
  request: AwaitedRequest,
  deadlines: Deadlines,
  { hasBody, place }: { hasBody: boolean; place: TunnelPlace },
): Promise<PublicResponse> {
  let deadline = deadlines.head;
  const replies = awaitReplies(table, request, () => deadline);
  const head = await firstOf(replies, request);
  if (!('kind' in head)) return head;
  deadline = deadlines.end;
  const headers = forwardedResponseHeaders(head.headers, place);
  if (headers === undefined) return tunnelError('bad_response');
  const response = { status: head.status, headers };
  if (!hasBody || WITHOUT_BODY.has(head.status)) return { ...response, body: new Uint8Array() };
  if (head.stored !== undefined) return storedResponse(response, head.stored, request);
  const body = head.body ?? new Uint8Array();
  if (!head.more) return { ...response, body };
  const pieces = piecesOf(body, replies, request);
  return declaresLength(head.headers) ? wholeResponse(response, pieces) : { ...response, body: untilBroken(pieces) };
}

/** The head, or the error response in place of it. */
async function firstOf(replies: AsyncGenerator<Reply>, request: AwaitedRequest): Promise<ReplyHead | PublicResponse> {
  try {
    const { value } = await replies.next();
    if (value === undefined || value.kind === 'piece') return tunnelError('bad_response');
    if (value.kind === 'head') return value;
    return tunnelError(value.isTooLarge ? 'response_too_large' : 'server_unreachable');
  } catch (error) {
    if (error instanceof ClientGoneError) return tunnelError('disconnected');
    if (!(error instanceof ReplyTimeoutError)) throw error;
    await cancelRequest(request.connectionId, request.requestId);
    return tunnelError('no_response');
  }
}

async function storedResponse(
  response: { status: number; headers: Header[] },
  object: string,
  { keyring, tunnelId, requestId }: AwaitedRequest,
): Promise<PublicResponse> {
  const body = await readResponseBody(object, await bodyKey(keyring, tunnelId, requestId));
  return body === undefined ? tunnelError('bad_response') : { ...response, body };
}

/** The client of a tunnel sent the head of a response, and not all of its body. The service did nothing wrong. */
class BrokenResponseError extends Error {
  readonly code: TunnelErrorCode;

  constructor(code: TunnelErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A response without a length has more bytes than can pass, which showed after its head had passed. */
export class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
}

/** The pieces of a body as they arrive. Fails if the response ends before its last piece. */
async function* piecesOf(
  first: Uint8Array,
  replies: AsyncGenerator<Reply>,
  request: AwaitedRequest,
): AsyncGenerator<Uint8Array> {
  let isComplete = false;
  try {
    let bytes = first.length;
    if (first.length > 0) yield first;
    for await (const reply of replies) {
      if (reply.kind !== 'piece') throw new BrokenResponseError('server_unreachable', 'the server broke it off');
      bytes += reply.body.length;
      if (bytes > MAX_TUNNELLED_BYTES) throw new ResponseTooLargeError(`more than ${MAX_TUNNELLED_BYTES} bytes`);
      isComplete = !reply.more;
      if (reply.body.length > 0) yield reply.body;
      if (isComplete) return;
    }
  } catch (error) {
    if (error instanceof ClientGoneError) throw new BrokenResponseError('disconnected', error.message);
    if (error instanceof ReplyTimeoutError) throw new BrokenResponseError('no_response', error.message);
    throw error;
  } finally {
    if (!isComplete) await cancelRequest(request.connectionId, request.requestId);
  }
}

/** A response of known length passes when all of it has arrived, so that a broken one is an error response. */
async function wholeResponse(
  response: { status: number; headers: Header[] },
  pieces: AsyncGenerator<Uint8Array>,
): Promise<PublicResponse> {
  try {
    return { ...response, body: Buffer.concat(await Array.fromAsync(pieces)) };
  } catch (error) {
    if (error instanceof BrokenResponseError) return tunnelError(error.code);
    if (error instanceof ResponseTooLargeError) return tunnelError('response_too_large');
    throw error;
  }
}

/**
 * A response without a length passes as it comes, and ends early if its client leaves or its time is over. Only a
 * failed invocation would make API Gateway end the transfer as a broken one, and clients of strangers leave as they
 * like. So a format without an end of its own does not show that something is missing.
 */
async function* untilBroken(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    if (!(error instanceof BrokenResponseError)) throw error;
    logger.info('response of a tunnel ended early', { reason: error.message });
  }
}

function declaresLength(headers: readonly Header[]): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'content-length');
}
