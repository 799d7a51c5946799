import { findMessages, type Message } from '#shared/data/entities/mail/message.ts';
import type { MessageCopies } from '#shared/data/entities/mail/message-copies.ts';
import type { Table } from '#shared/data/table-client.ts';
import { normaliseAddress } from '#shared/domain/mail/address.ts';
import { findMailFile } from '../mail-files/mail-store.ts';
import { type InboundDelivery, isSenderVerified } from './inbound-delivery.ts';

/**
 * Whether a mailbox has an email already, among the messages with the same Message-ID. Servers deliver an email again
 * if they did not get the response. But all who know a Message-ID can send something else with it, which must not keep
 * the original from its recipient. So an email is the same only if it has the same authors, and either these are
 * verified in both, or both have the same subject and the same bytes after the header. A verified email is never the
 * same as one that is not.
 *
 * See: docs/contract/mail.md#inbound-mail; docs/decisions/0012-mail.md#messages.
 */
export async function isSameMail(
  table: Table,
  delivery: InboundDelivery,
  copies: MessageCopies | undefined,
): Promise<boolean> {
  if (copies === undefined) return false;
  const isVerified = isSenderVerified(delivery);
  const earlier = (await findMessages(table, delivery.mailbox.identityId, [...copies.messageIds])).filter(
    (message) => hasSameAuthors(message, delivery) && (message.auth.senderVerified || !isVerified),
  );
  if (earlier.length === 0) return false;
  if (isVerified) return true;
  const body = await bodyOf(delivery.rawKey);
  if (body === undefined) return false;
  for (const { subject, rawKey } of earlier) {
    if (subject !== delivery.mail.subject || rawKey === undefined) continue;
    if ((await bodyOf(rawKey))?.equals(body)) return true;
  }
  return false;
}

function hasSameAuthors({ from }: Message, { mail }: InboundDelivery): boolean {
  const listOf = (authors: Message['from']) => authors.map(({ address }) => normaliseAddress(address)).join('\n');
  return listOf(from) === listOf(mail.from);
}

/** The bytes of an email between its header, to which each server adds fields, and the blank lines at its end. */
async function bodyOf(rawKey: string): Promise<Buffer | undefined> {
  const raw = await findMailFile(rawKey);
  if (raw === undefined) return undefined;
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const starts = ['\r\n\r\n', '\n\n'].map((end) => bytes.indexOf(end)).filter((at) => at !== -1);
  let to = bytes.length;
  while (to > 0 && (bytes[to - 1] === LF || bytes[to - 1] === CR)) to -= 1;
  return bytes.subarray(Math.min(...starts, to), to);
}

const LF = 0x0a;
const CR = 0x0d;
