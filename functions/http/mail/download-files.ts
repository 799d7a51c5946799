import type { Message } from '#shared/data/entities/mail/message.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { MAX_REUSED_DOWNLOAD_MS } from '#shared/domain/mail/downloads.ts';
import { findMailFile, mailFile, mailFileTime, writeMailFile } from '#shared/services/mail-files/mail-store.ts';
import { getMailReader } from '#shared/services/mail-reader/mail-reader.ts';
import { messageMail } from '#shared/services/outbound-mail/message-mail.ts';
import { expired, requireStored } from './expired-files.ts';

/**
 * An email is stored once: a received one as its raw mail, an outgoing one as its content and attachments. The other
 * form is made when a client asks for a link to it, and is deleted after a few days.
 *
 * See: docs/decisions/0012-mail.md#what-is-stored.
 */

/** Files that are written at the same time. */
const MAX_CONCURRENT_WRITES = 8;

const RAW_MAIL = 'The raw mail';
const ATTACHMENT = 'The attachment';

/** The object key of a message's raw mail. Throws 404 if the mail's files have expired. */
export async function rawMailFile(message: Message, now: number): Promise<string> {
  if (message.direction === 'inbound') return storedFile(message.rawKey, RAW_MAIL);
  const key = mailFile.download(message.id, 'raw');
  if (await isReusable(key, now)) return key;
  await requireStored(message.contentKey, RAW_MAIL);
  const { raw } = await messageMail(message);
  await writeMailFile(key, raw, 'message/rfc822');
  return key;
}

/** The object key of the attachment at `index`. Throws 404 if the mail's files have expired. */
export async function attachmentFile(message: Message, index: number, now: number): Promise<string> {
  if (message.direction === 'outbound') return storedFile(message.attachments[index]?.key, ATTACHMENT);
  const key = mailFile.download(message.id, index);
  if (await isReusable(key, now)) return key;
  const files = await extractAttachments(message);
  if (files[index] === undefined) throw new Error(`the raw mail of ${message.id} has no attachment ${index}`);
  // A client that opens one attachment often opens the others, and the mail is parsed already.
  await mapWithLimit([...files.entries()], MAX_CONCURRENT_WRITES, ([part, bytes]) =>
    writeMailFile(mailFile.download(message.id, part), bytes, 'application/octet-stream'),
  );
  return key;
}

/** The bytes of the attachment at `index`. Throws 404 if the mail's files have expired. */
export async function attachmentBytes(message: Message, index: number, now: number): Promise<Uint8Array> {
  const bytes = await findMailFile(await attachmentFile(message, index, now));
  if (bytes === undefined) throw expired(ATTACHMENT);
  return bytes;
}

/** The bytes of the attachments of a received message. Throws 404 if its files have expired. */
export async function extractAttachments({ rawKey, attachments }: Message): Promise<Uint8Array[]> {
  const raw = rawKey === undefined ? undefined : await findMailFile(rawKey);
  if (raw === undefined) throw expired(ATTACHMENT);
  const files = await getMailReader().readAttachments(raw);
  if (files === undefined) throw new AppError('internal.error', 'Reading the email took too long. Try again.');
  return files.slice(0, attachments.length);
}

async function storedFile(key: string | undefined, file: string): Promise<string> {
  if (key === undefined) throw expired(file);
  await requireStored(key, file);
  return key;
}

async function isReusable(key: string, now: number): Promise<boolean> {
  const writtenAt = await mailFileTime(key);
  return writtenAt !== undefined && now - writtenAt < MAX_REUSED_DOWNLOAD_MS;
}
