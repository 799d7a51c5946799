import { type ClientMessage, type ClosingReason, clientMessageSchema } from '#shared/contract/tunnel-messages.ts';
import { consumeToken } from '#shared/data/direct-writes/rate-limit.ts';
import { storeReply } from '#shared/data/direct-writes/tunnel-reply.ts';
import type { Reply } from '#shared/data/entities/tunnel/tunnel-reply.ts';
import type { Table } from '#shared/data/table-client.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import {
  MAX_CLIENT_KB_PER_MINUTE,
  MAX_PIECE_BYTES,
  MAX_TUNNEL_MESSAGE_BYTES,
  MAX_TUNNELLED_BYTES,
} from '#shared/domain/tunnel/tunnel-limits.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { responseObject, uploadAddress } from './body-store.ts';
import { bodyKey, isOpenRequest } from './request-id.ts';
import { sealReply } from './sealed-reply.ts';
import { sendToClient } from './send-to-client.ts';

/** The connection that a message came from. */
export interface TunnelLink {
  readonly connectionId: string;
  readonly tunnelId: string;
}

/**
 * Handles a message of a tunnel's client. Returns why the connection is to be closed, or `undefined`. A message about a
 * request that has ended, or that is none of this tunnel, is ignored: the client may not know yet.
 *
 * See: docs/contract/tunnels.md#messages.
 */
export async function receiveTunnelMessage(
  services: { table: Table; keyring: () => Promise<Keyring> },
  link: TunnelLink,
  text: string,
): Promise<ClosingReason | undefined> {
  const { table } = services;
  const now = Date.now();
  const bytes = Buffer.byteLength(text);
  const { allowed } = await consumeToken(table, `tunnel-client#${link.tunnelId}`, MAX_CLIENT_KB_PER_MINUTE, now, {
    amount: Math.max(1, Math.ceil(bytes / 1024)),
  });
  if (!allowed) return 'too_much';
  const message = bytes > MAX_TUNNEL_MESSAGE_BYTES ? undefined : parse(text);
  if (message === undefined) return 'invalid_message';
  const keyring = await services.keyring();
  if (!isOpenRequest(keyring, link.tunnelId, message.id, now)) return undefined;
  const { tunnelId } = link;
  if (message.type === 'upload' && message.size <= MAX_TUNNELLED_BYTES) {
    const key = await bodyKey(keyring, tunnelId, message.id);
    const address = await uploadAddress(responseObject(tunnelId, message.id), { size: message.size, key });
    await sendToClient(link.connectionId, { type: 'upload', id: message.id, ...address });
    return undefined;
  }
  const sequence = message.type === 'body' || message.type === 'error' ? (message.seq ?? 0) : 0;
  const place = { tunnelId, requestId: message.id, sequence };
  await storeReply(table, place, sealReply(keyring, place, replyOf(link, message)), now);
  return undefined;
}

function parse(text: string): ClientMessage | undefined {
  const parsed = clientMessageSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const isTooLong = 'body' in data && (data.body?.length ?? 0) > MAX_PIECE_BYTES;
  const contradicts = data.type === 'response' && data.stored && (data.more || data.body !== undefined);
  return isTooLong || contradicts ? undefined : data;
}

function replyOf(link: TunnelLink, message: ClientMessage): Reply {
  switch (message.type) {
    case 'upload':
      return { kind: 'failure', message: `a body of ${message.size} bytes`, isTooLarge: true };
    case 'error':
      return { kind: 'failure', message: message.message ?? '', isTooLarge: message.code === 'too_large' };
    case 'body':
      return { kind: 'piece', body: message.body, more: message.more };
    case 'response':
      return {
        kind: 'head',
        status: message.status,
        headers: message.headers,
        more: message.more ?? false,
        ...(message.body !== undefined && { body: message.body }),
        ...(message.stored && { stored: responseObject(link.tunnelId, message.id) }),
      };
  }
}
