import type { Reply, ReplyHead } from '../../data/entities/tunnel-reply.ts';
import type { Table } from '../../data/table-client.ts';
import { forwardedResponseHeaders, type Header } from '../../domain/tunnel/forwarded-headers.ts';
import type { TunnelPlace } from '../../domain/tunnel/tunnel-cookies.ts';
import { MAX_TUNNELLED_BYTES } from '../../domain/tunnel/tunnel-limits.ts';
import { type AwaitedRequest, awaitReplies, ClientGoneError, ReplyTimeoutError } from './await-replies.ts';
import { readResponseBody } from './body-store.ts';
import type { PublicResponse } from './public-exchange.ts';
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
  if (head.stored !== undefined) return storedResponse(response, head.stored);
  const body = head.body ?? new Uint8Array();
  return { ...response, body: head.more ? piecesOf(body, replies, request) : body };
}

/** The head, or the error response in place of it. */
async function firstOf(replies: AsyncGenerator<Reply>, request: AwaitedRequest): Promise<ReplyHead | PublicResponse> {
  try {
    const { value } = await replies.next();
    if (value === undefined || value.kind === 'piece') return tunnelError('bad_response');
    return value.kind === 'head' ? value : tunnelError('server_unreachable');
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
): Promise<PublicResponse> {
  const body = await readResponseBody(object);
  return body === undefined ? tunnelError('bad_response') : { ...response, body };
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
      if (reply.kind !== 'piece') throw new Error('the client of a tunnel broke off its response');
      bytes += reply.body.length;
      if (bytes > MAX_TUNNELLED_BYTES) throw new Error('a streamed response through a tunnel is too large');
      isComplete = !reply.more;
      if (reply.body.length > 0) yield reply.body;
      if (isComplete) return;
    }
  } finally {
    if (!isComplete) await cancelRequest(request.connectionId, request.requestId);
  }
}
