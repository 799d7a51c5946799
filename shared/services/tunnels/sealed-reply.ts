import { type Reply, replyKey, type SealedReply } from '#shared/data/entities/tunnel/tunnel-reply.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';

/** The bytes before the head of a sealed message: its length, as a 32-bit number. */
const LENGTH_BYTES = 4;

/** The message of a response: its number, and the request and the tunnel that it belongs to. */
export interface ReplyPlace {
  readonly tunnelId: string;
  readonly requestId: string;
  readonly sequence: number;
}

/**
 * Seals a message of a response for its row: a reader of the table or of a backup learns nothing that passes through a
 * tunnel. The content is the length of the head, the head as JSON, and the bytes of the body.
 *
 * See: docs/decisions/0004-encryption-at-rest.md.
 */
export function sealReply(keyring: Keyring, place: ReplyPlace, reply: Reply): SealedReply {
  const body = reply.kind === 'failure' ? undefined : reply.body;
  const head = Buffer.from(JSON.stringify({ ...reply, body: undefined, hasBody: body !== undefined }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  const content = Buffer.concat([length, head, body ?? new Uint8Array()]);
  return { sealed: keyring.sealBytes('tunnel-reply', contextOf(place), content) };
}

/** Opens what `sealReply` has sealed for the same place. */
export async function openReply(keyring: Keyring, place: ReplyPlace, { sealed }: SealedReply): Promise<Reply> {
  const content = await keyring.openBytes('tunnel-reply', contextOf(place), sealed);
  const end = LENGTH_BYTES + content.readUInt32BE();
  const { hasBody, ...reply } = JSON.parse(content.toString('utf8', LENGTH_BYTES, end));
  return hasBody ? { ...reply, body: content.subarray(end) } : reply;
}

function contextOf({ tunnelId, requestId, sequence }: ReplyPlace): string {
  const { pk, sk } = replyKey(tunnelId, requestId, sequence);
  return `${pk}\n${sk}`;
}
