import { findTarget } from '#shared/data/entities/tunnel/tunnel.ts';
import { type Reply, repliesFrom } from '#shared/data/entities/tunnel/tunnel-reply.ts';
import type { Table } from '#shared/data/table-client.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { openReply } from './sealed-reply.ts';

/** The first polls are close together, because most servers respond within milliseconds. */
const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 200;

/** How often the connection is checked: a request to a client that is gone fails within this time. */
const CONNECTION_CHECK_MS = 500;

/** The client has disconnected, so no more of the response can come. */
export class ClientGoneError extends Error {}

/** The time for the next message is over. */
export class ReplyTimeoutError extends Error {}

export interface AwaitedRequest {
  readonly keyring: Keyring;
  readonly tunnelId: string;
  readonly address: string;
  readonly requestId: string;
  /** The connection that the request was sent to. */
  readonly connectionId: string;
}

/**
 * The messages of a response in their order, until the reader stops. Each wait for the next one ends at `deadline()`.
 * A message that the client sent before it went is read before its absence counts.
 */
export async function* awaitReplies(
  table: Table,
  request: AwaitedRequest,
  deadline: () => number,
): AsyncGenerator<Reply> {
  const { keyring, tunnelId, requestId } = request;
  let sequence = 0;
  let interval = FIRST_POLL_MS;
  let checkedAt = Date.now();
  let isGone = false;
  for (;;) {
    const replies = await repliesFrom(table, tunnelId, requestId, sequence);
    for (const reply of replies) yield openReply(keyring, { tunnelId, requestId, sequence: sequence++ }, reply);
    if (replies.length > 0) {
      interval = FIRST_POLL_MS;
      continue;
    }
    if (isGone) throw new ClientGoneError('the client of the tunnel has disconnected');
    const now = Date.now();
    if (now >= deadline()) throw new ReplyTimeoutError('the client of the tunnel does not respond');
    if (now - checkedAt >= CONNECTION_CHECK_MS) {
      checkedAt = now;
      const target = await findTarget(table, request.address, { strong: true });
      isGone = target?.connectionId !== request.connectionId;
      if (isGone) continue;
    }
    await pause(Math.min(interval, Math.max(1, deadline() - now)));
    interval = Math.min(MAX_POLL_MS, interval * 1.5);
  }
}
