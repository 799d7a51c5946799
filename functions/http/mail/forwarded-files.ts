import type { Message } from '#shared/data/entities/mail/message.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { forwardFileName } from '#shared/domain/mail/forwarded-message.ts';
import { findMailFile } from '#shared/services/mail-files/mail-store.ts';
import { messageMail } from '#shared/services/outbound-mail/message-mail.ts';
import type { OutgoingAttachment } from '#shared/services/outgoing-mail/outgoing-files.ts';
import { extractAttachments } from './download-files.ts';
import { expired, requireStored } from './expired-files.ts';

/**
 * Bytes of files that are forwarded with one message. In base64 they are 14 MB, and most servers accept emails of at
 * least 20 MB.
 */
const MAX_FORWARDED_BYTES = 10 * 1024 * 1024;

/** The attachments of a message, to send with it. Throws 404 if they have expired, 413 if they are too large. */
export async function forwardedAttachments(message: Message): Promise<OutgoingAttachment[]> {
  const { attachments, direction } = message;
  if (attachments.length === 0) return [];
  requireSize(attachments.reduce((sum, { size }) => sum + size, 0));
  const files =
    direction === 'inbound' ? await extractAttachments(message) : await Promise.all(attachments.map(stored));
  return attachments.map(({ filename, contentType }, index) => ({
    filename,
    contentType: /^multipart\//i.test(contentType) ? 'application/octet-stream' : contentType,
    // The text says what the HTML said, so nothing shows it inline.
    contentId: null,
    bytes: required(files[index]),
  }));
}

/** A message as one file. Throws 404 if its files have expired, 413 if it is too large. */
export async function forwardedMail(message: Message): Promise<OutgoingAttachment> {
  const bytes = await rawMail(message);
  requireSize(bytes.byteLength);
  return { filename: forwardFileName(message.subject), contentType: 'message/rfc822', contentId: null, bytes };
}

async function rawMail(message: Message): Promise<Uint8Array> {
  if (message.direction === 'inbound') {
    return required(message.rawKey === undefined ? undefined : await findMailFile(message.rawKey));
  }
  await requireStored(message.contentKey, FILES);
  return (await messageMail(message)).raw;
}

const FILES = 'A file of the message';

const stored = ({ key }: Message['attachments'][number]) => (key === undefined ? undefined : findMailFile(key));

function required(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw expired(FILES);
  return bytes;
}

function requireSize(bytes: number): void {
  if (bytes <= MAX_FORWARDED_BYTES) return;
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  throw new AppError(
    'payload.too_large',
    `The message has ${size} to forward, and at most 10 MB can be. Send a link to its files instead.`,
  );
}
