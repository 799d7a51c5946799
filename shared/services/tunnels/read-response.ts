import type { Reply, ReplyHead } from '../../data/entities/tunnel-reply.ts';
import type { Table } from '../../data/table-client.ts';
import { forwardedResponseHeaders, type Header } from '../../domain/tunnel/forwarded-headers.ts';
import type { TunnelPlace } from '../../domain/tunnel/tunnel-cookies.ts';
import { MAX_TUNNELLED_BYTES } from '../../domain/tunnel/tunnel-limits.ts';
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
  return { ...response, body: isEventStream(headers) ? withoutFailure(pieces) : pieces };
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
export class BrokenResponseError extends Error {
  override readonly name = 'BrokenResponseError';
}

/**
 * The pieces of a body as they arrive. A response that ends before its last piece fails, so that the public client sees
 * a broken response and not a short one.
 */
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
      if (reply.kind !== 'piece') throw new BrokenResponseError('the client of a tunnel broke off its response');
      bytes += reply.body.length;
      if (bytes > MAX_TUNNELLED_BYTES) throw new BrokenResponseError('a streamed response of a tunnel is too large');
      isComplete = !reply.more;
      if (reply.body.length > 0) yield reply.body;
      if (isComplete) return;
    }
  } catch (error) {
    if (!(error instanceof ClientGoneError || error instanceof ReplyTimeoutError)) throw error;
    throw new BrokenResponseError(error.message, { cause: error });
  } finally {
    if (!isComplete) await cancelRequest(request.connectionId, request.requestId);
  }
}

/**
 * Server-sent events have no end that could be missed: a reader drops an event that is not complete, and connects again.
 * So a stream of them ends in good order when its tunnel does, and after two minutes. See: HTML Living Standard,
 * Server-sent events.
 */
async function* withoutFailure(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    if (!(error instanceof BrokenResponseError)) throw error;
  }
}

function isEventStream(headers: readonly Header[]): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'content-type' && EVENT_STREAM.test(value));
}

const EVENT_STREAM = /^text\/event-stream\s*(?:;|$)/i;
