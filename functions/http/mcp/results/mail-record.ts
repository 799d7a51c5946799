import type { z } from 'zod';
import type { fullMessageSchema, messageSchema } from '#shared/contract/schemas/mail.ts';
import type { ResultRecord } from './result-record.ts';
import { oneLine, UntrustedContent } from './untrusted.ts';

/** A message in the form of lists. */
export type Message = z.output<typeof messageSchema>;

/** A message with its text. */
export type FullMessage = z.output<typeof fullMessageSchema>;

type Address = Message['from'][number];

/** What a result shows of the files of a message as fields. What is beyond is among the texts of others. */
const MAX_FILES = 10;

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
    is_read: isReceived ? message.is_read : undefined,
    is_automated: isReceived && message.is_automated ? true : undefined,
    sender_verified: isReceived ? message.auth.sender_verified : undefined,
    virus: message.auth.virus === 'fail' ? 'found' : undefined,
    content_warnings: message.content_warnings,
    attachments: message.attachments.slice(0, MAX_FILES).map(({ id, size }) => ({ attachment_id: id, size })),
  };
}

/** What the agent itself wrote above the text of a message: whom it is to, and the subject. */
export function ownFields({ from, to, cc, bcc, reply_to, subject }: Message): ResultRecord {
  return {
    from: from.map(person),
    to: to.map(person),
    cc: cc.map(person),
    bcc: bcc?.map(person),
    reply_to: reply_to.map(person),
    subject: oneLine(subject),
  };
}

/**
 * The lines above the text of a message with what others wrote: the people, the subject, files, and what a mail server
 * said. Of one that the agent wrote itself, only the last two: a file may be from an email, with the name that it has
 * there.
 */
export function headLines(message: Message, { isOwn }: { readonly isOwn: boolean }): string[] {
  return [
    ...(isOwn ? [] : peopleLines(message)),
    ...message.attachments.map(fileLine),
    ...(message.detail === null ? [] : [`Note: ${oneLine(message.detail)}`]),
  ];
}

function peopleLines(message: Message): string[] {
  return [
    ...people('From', message.from),
    ...people('To', message.to),
    ...people('Cc', message.cc),
    ...people('Bcc', message.bcc),
    ...people('Reply-To', message.reply_to),
    ...deliveredTo(message),
    ...(message.subject === '' ? [] : [`Subject: ${oneLine(message.subject)}`]),
  ];
}

/** Whether the agent wrote all of a message itself: a reply has the people and the subject of what it replies to. */
export function isOwn({ direction, in_reply_to }: Pick<Message, 'direction' | 'in_reply_to'>): boolean {
  return direction === 'outbound' && in_reply_to === null;
}

/** To whom a message goes, between the marks: others may have named these people. */
export function sentTo({ to, cc, bcc }: Pick<Message, 'to' | 'cc' | 'bcc'>): ResultRecord {
  const lines = [...people('To', to), ...people('Cc', cc), ...people('Bcc', bcc)];
  return { sent_to: new UntrustedContent(lines.join('\n')) };
}

/** A line for some people: `Ada <ada@example.com>, bob@example.com`. */
export function people(label: string, addresses: readonly Address[] | undefined): string[] {
  const shown = (addresses ?? []).map(person).join(', ');
  return shown === '' ? [] : [`${label}: ${shown}`];
}

function person({ name, address }: Address): string {
  const shown = oneLine(name ?? '');
  return shown === '' ? oneLine(address) : `${shown} <${oneLine(address)}>`;
}

/** The address of the envelope where it is not in the header, such as that of a blind copy. */
function deliveredTo({ delivered_to: address, to, cc }: Message): string[] {
  const named = [...to, ...cc].some((one) => one.address.toLowerCase() === address?.toLowerCase());
  return address && !named ? [`Delivered to: ${oneLine(address)}`] : [];
}

/** The name and type of a file, in the order of `attachments`. Beyond those, its id too. */
function fileLine({ id, filename, content_type, size }: Message['attachments'][number], index: number): string {
  const more = index < MAX_FILES ? '' : `, attachment_id ${id}, size ${size}`;
  return `File ${index + 1}: ${oneLine(filename ?? '') || 'without a name'}, ${oneLine(content_type)}${more}`;
}
