import { type ClientMessage, type ClosingReason, clientMessageSchema } from '../../contract/tunnel-messages.ts';
import { consumeToken } from '../../data/direct-writes/rate-limit.ts';
import { storeReply } from '../../data/direct-writes/tunnel-reply.ts';
import type { Reply } from '../../data/entities/tunnel-reply.ts';
import type { Table } from '../../data/table-client.ts';
import { parseJson } from '../../domain/parse-json.ts';
import {
  MAX_CLIENT_KB_PER_MINUTE,
  MAX_PIECE_BYTES,
  MAX_TUNNEL_MESSAGE_BYTES,
} from '../../domain/tunnel/tunnel-limits.ts';
import type { Keyring } from '../../runtime/keyring.ts';
import { responseObject, uploadAddress } from './body-store.ts';
import { isOpenRequest } from './request-id.ts';
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
  if (message.type === 'upload') {
    const address = await uploadAddress(link.tunnelId, message.id, message.size);
    await sendToClient(link.connectionId, { type: 'upload', id: message.id, ...address });
    return undefined;
  }
  const sequence = message.type === 'response' ? 0 : (message.seq ?? 0);
  await storeReply(table, { tunnelId: link.tunnelId, requestId: message.id, sequence }, rowOf(link, message), now);
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

function rowOf(link: TunnelLink, message: Extract<ClientMessage, { type: 'response' | 'body' | 'error' }>): Reply {
  switch (message.type) {
    case 'error':
      return { kind: 'failure', message: message.message ?? '' };
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
