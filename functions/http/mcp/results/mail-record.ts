import type { z } from 'zod';
import type { messageSchema } from '#shared/contract/schemas/mail.ts';
import { isMailAddress } from '#shared/domain/mail/address.ts';
import type { ResultRecord } from './result-record.ts';
import { oneLine } from './untrusted.ts';

/** A message in the form of lists. */
export type Message = z.output<typeof messageSchema>;

type Address = Message['from'][number];

/** What a result shows of each list of a message as fields. What is beyond is among the texts of others. */
const MAX_ADDRESSES = 3;
const MAX_FILES = 10;

/** Characters of an address that is a field. Longer ones have room for sentences. */
const MAX_ADDRESS = 64;

/** Whether an address hides no text: a dot-atom and the name of a host. */
export function isPlainAddress(address: string): boolean {
  return address.length <= MAX_ADDRESS && isMailAddress(address);
}
/** The first plain ones of some addresses. */
function plain(addresses: readonly Address[] | undefined): string[] {
  return (addresses ?? [])
    .filter(({ address }) => isPlainAddress(address))
    .slice(0, MAX_ADDRESSES)
    .map(({ address }) => address);
}

/** What the service itself says about a message. None of it is a text of others. */
export function serviceFields(message: Message): ResultRecord {
  const isReceived = message.direction === 'inbound';
  return {
    message_id: message.id,
    thread_id: message.thread_id,
    direction: message.direction,
    folder: message.folder,
    status: isReceived ? undefined : message.status,
    date: message.created_at,
    from: plain(message.from),
    to: plain(message.to),
    cc: plain(message.cc),
    bcc: plain(message.bcc),
    reply_to: plain(message.reply_to),
    is_read: isReceived ? message.is_read : undefined,
    is_automated: isReceived && message.is_automated ? true : undefined,
    sender_verified: isReceived ? message.auth.sender_verified : undefined,
    content_warnings: message.content_warnings,
    attachments: message.attachments.slice(0, MAX_FILES).map(({ id, size }) => ({ attachment_id: id, size })),
  };
}

/**
 * The lines above the text of a message with what others wrote: names, addresses that are not plain or do not fit into
 * the fields, the subject unless it is the agent's own, files, and what a mail server said.
 */
export function headLines(message: Message, { ownSubject }: { readonly ownSubject: boolean }): string[] {
  return [
    ...people('From', message.from),
    ...people('To', message.to),
    ...people('Cc', message.cc),
    ...people('Bcc', message.bcc),
    ...people('Reply-To', message.reply_to),
    ...(ownSubject || message.subject === '' ? [] : [`Subject: ${oneLine(message.subject)}`]),
    ...message.attachments.map(fileLine),
    ...(message.detail === null ? [] : [`Note: ${oneLine(message.detail)}`]),
  ];
}

/** Whether the agent wrote the subject itself: that of a reply is the one that it replies to. */
export function hasOwnSubject({ direction, in_reply_to }: Message): boolean {
  return direction === 'outbound' && in_reply_to === null;
}

/** A line for the people with a name, and for those who are not among the plain addresses. */
function people(label: string, addresses: readonly Address[] | undefined): string[] {
  const shown = new Set(plain(addresses));
  const [only, ...others] = addresses ?? [];
  if (only?.name && others.length === 0 && shown.size === 1) return [`${label}: ${oneLine(only.name)}`];
  const named = (addresses ?? []).filter((one) => one.name !== null || !shown.has(one.address));
  if (named.length === 0) return [];
  return [`${label}: ${named.map(({ name, address }) => person(name, address)).join(', ')}`];
}

function person(name: string | null, address: string): string {
  const shown = oneLine(name ?? '');
  return shown === '' ? oneLine(address) : `${shown} <${oneLine(address)}>`;
}

/** The name and type of a file, in the order of `attachments`. Beyond those, its id too. */
function fileLine({ id, filename, content_type, size }: Message['attachments'][number], index: number): string {
  const more = index < MAX_FILES ? '' : `, attachment_id ${id}, size ${size}`;
  return `File ${index + 1}: ${oneLine(filename ?? '') || 'without a name'}, ${oneLine(content_type)}${more}`;
}
