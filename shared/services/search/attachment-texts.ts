import type { Message } from '#shared/data/entities/mail/message.ts';
import { declaredCharset, fileKind } from '#shared/domain/files/file-kind.ts';
import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { isWithoutRoom } from '#shared/domain/mail/no-room.ts';
import { logger } from '#shared/runtime/log.ts';
import { findMailFile } from '../mail-files/mail-store.ts';
import { getFileReader, getMailReader } from '../mail-reader/mail-reader.ts';

interface AttachmentTexts {
  readonly texts: readonly string[];
  /** False if an attempt to read a file failed, or the time was over: another attempt may read more. */
  readonly isWhole: boolean;
}

/**
 * Whether a message has a file of which the text may be read. The files of a message with a virus are not opened: the
 * API does not return them either. See: docs/contract/mail.md#message-record.
 */
export function hasReadableFiles(message: Pick<Message, 'attachments' | 'auth' | 'detail'>): boolean {
  if (message.auth.virus === 'fail' || isWithoutRoom(message)) return false;
  return message.attachments.some((attachment) => fileKind(attachment) !== undefined);
}

/** The texts of the files of an email, together as much as a body may have. The deadline of the caller ends it. */
export async function attachmentTexts(message: Message): Promise<AttachmentTexts> {
  const texts: string[] = [];
  if (!hasReadableFiles(message)) return { texts, isWhole: true };
  try {
    for await (const text of textsOf(message)) texts.push(text);
    return { texts, isWhole: true };
  } catch (error) {
    logger.warn('files of an email not read', { message_id: message.id, error });
    return { texts, isWhole: false };
  }
}

async function* textsOf(message: Message): AsyncGenerator<string> {
  let left = MAX_BODY_CHARACTERS;
  const bytesOf = await filesOf(message);
  for (const [index, attachment] of message.attachments.entries()) {
    const kind = fileKind(attachment);
    if (kind === undefined || left <= 0) continue;
    const bytes = await bytesOf(index);
    const file = bytes && (await getFileReader().readFile(bytes, { kind, charset: declaredCharset(attachment) }));
    if (file === undefined) continue;
    yield file.text.slice(0, left);
    left -= file.text.length;
  }
}

/** The bytes of the files of an email, by their position; `undefined` for what is not stored or cannot be read. */
async function filesOf({
  direction,
  rawKey,
  attachments,
}: Message): Promise<(index: number) => Promise<Uint8Array | undefined>> {
  if (direction === 'outbound') {
    return async (index) => {
      const key = attachments[index]?.key;
      return key === undefined ? undefined : findMailFile(key);
    };
  }
  const raw = rawKey === undefined ? undefined : await findMailFile(rawKey);
  const files = raw && (await getMailReader().readAttachments(raw));
  return async (index) => files?.[index];
}
