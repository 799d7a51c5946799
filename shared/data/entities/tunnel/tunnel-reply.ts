import { epochSeconds } from '#shared/domain/time/time.ts';
import { REPLY_LIFETIME_MS } from '#shared/domain/tunnel/tunnel-limits.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { type Key, queryRows, type Row, type Table } from '../../table-client.ts';

/** The head of a response: the first row. */
export interface ReplyHead {
  kind: 'head';
  status: number;
  headers: [string, string][];
  body?: Uint8Array;
  more: boolean;
  /** The object in the bucket that holds the body. */
  stored?: string;
}

/** A piece of a response's body: each further row. */
interface ReplyPiece {
  kind: 'piece';
  body: Uint8Array;
  more: boolean;
}

/** The client could not get a response from its server. */
interface ReplyFailure {
  kind: 'failure';
  message: string;
  /** The response cannot pass because of its size. */
  isTooLarge: boolean;
}

/**
 * One message of the response to a tunnelled request. The function that holds the public request reads the rows in
 * order; they expire soon after.
 */
export type Reply = ReplyHead | ReplyPiece | ReplyFailure;

/** The row of a message. What the tunnelled server sent is sealed. See: shared/services/tunnels/sealed-reply.ts. */
export interface SealedReply {
  sealed: Uint8Array;
}

const decodeReply = rowDecoder<SealedReply>({ sealed: 'object' });

const SEQUENCE_DIGITS = 5;

function partition(tunnelId: string, requestId: string): string {
  return `${PREFIX.tunnelReply}${tunnelId}#${requestId}`;
}

function sortKey(sequence: number): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, '0');
}

/** The key of the message with a number: 0 is the head. */
export function replyKey(tunnelId: string, requestId: string, sequence: number): Key {
  return { pk: partition(tunnelId, requestId), sk: sortKey(sequence) };
}

/** The row of a message. */
export function replyRow(key: Key, reply: SealedReply, now: number) {
  return { ...key, ...reply, [TABLE.timeToLive]: epochSeconds(now + REPLY_LIFETIME_MS) };
}

/** The messages from a number on that have arrived without a gap, by one strongly consistent read. */
export async function repliesFrom(
  table: Table,
  tunnelId: string,
  requestId: string,
  from: number,
): Promise<readonly Row<SealedReply>[]> {
  const replies: Row<SealedReply>[] = [];
  const range = { pk: partition(tunnelId, requestId), from: sortKey(from), to: sortKey(from + PAGE - 1) };
  for await (const row of queryRows(table, decodeReply, { ...range, strong: true, limit: PAGE })) {
    if (row.sk !== sortKey(from + replies.length)) break;
    replies.push(row);
  }
  return replies;
}

/** The most messages of one read. */
const PAGE = 20;
