import { findMessages, type Message } from '#shared/data/entities/mail/message.ts';
import type { MessageCopies } from '#shared/data/entities/mail/message-copies.ts';
import type { Table } from '#shared/data/table-client.ts';
import { normaliseAddress } from '#shared/domain/mail/address.ts';
import { findMailFile } from '../mail-files/mail-store.ts';
import { type InboundDelivery, isSenderVerified } from './inbound-delivery.ts';

/**
 * Whether a mailbox has an email already, among the messages with the same Message-ID. Servers deliver an email again
 * if they did not get the response. But all who know a Message-ID can send something else with it, which must not keep
 * the original from its recipient. So an email is the same only with the same people, subject and body, and a verified
 * email is never the same as one that is not.
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
    (message) => hasSameHeader(message, delivery) && (message.auth.senderVerified || !isVerified),
  );
  if (earlier.length === 0) return false;
  const body = await bodyOf(delivery.rawKey);
  if (body === undefined) return false;
  for (const { rawKey } of earlier) {
    if (rawKey !== undefined && (await bodyOf(rawKey)) === body) return true;
  }
  return false;
}

function hasSameHeader({ from, to, cc, subject }: Message, { mail }: InboundDelivery): boolean {
  const listOf = (people: Message['from']) => people.map(({ address }) => normaliseAddress(address)).join('\n');
  return (
    subject === mail.subject &&
    listOf(from) === listOf(mail.from) &&
    listOf(to) === listOf(mail.to) &&
    listOf(cc) === listOf(mail.cc)
  );
}

/** A parameter `boundary` of a multipart. See: RFC 2046, section 5.1.1. */
const BOUNDARY = /boundary="?([^"\s;]{1,70})/gi;
const MAX_BOUNDARIES = 20;

/** Stands for every boundary. No email has a NUL there. */
const ANY_BOUNDARY = '\0';

/**
 * The bytes of an email up to the blank lines at its end, with those fields of its header that say how to read them, as
 * Latin-1 characters. Each server on the way adds other fields. A program that sends an email again may draw other
 * boundaries, so these do not count.
 */
async function bodyOf(rawKey: string): Promise<string | undefined> {
  const raw = await findMailFile(rawKey);
  if (raw === undefined) return undefined;
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
  const starts = ['\r\n\r\n', '\n\n'].map((end) => text.indexOf(end)).filter((at) => at !== -1);
  const start = Math.min(...starts, text.length);
  const fields = text
    .slice(0, start)
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/);
  const found = text.matchAll(BOUNDARY).take(MAX_BOUNDARIES);
  const boundaries = new Set([...found].map(([, boundary = '']) => boundary));
  let body = [...fields.filter((field) => /^content-/i.test(field)), text.slice(start).trimEnd()].join('\n');
  // The longest first: a boundary may contain another.
  for (const boundary of [...boundaries].sort((one, other) => other.length - one.length))
    body = body.replaceAll(boundary, ANY_BOUNDARY);
  return body;
}
