import type { Message } from '#shared/data/entities/mail/message.ts';
import { declaredCharset, fileKind } from '#shared/domain/files/file-kind.ts';
import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { findMailFile } from '../mail-files/mail-store.ts';
import { getFileReader, getMailReader } from '../mail-reader/mail-reader.ts';

/** How long the files of one email may take to read. Those that are left then are found by their names only. */
const READING_MS = 10 * SECOND;

/** Whether a message has a file that has a text. */
export function hasReadableFiles({ attachments }: Pick<Message, 'attachments'>): boolean {
  return attachments.some((attachment) => fileKind(attachment) !== undefined);
}

/** The texts of the files of an email, together as much as a body may have. */
export async function attachmentTexts(message: Message): Promise<string[]> {
  if (!hasReadableFiles(message)) return [];
  const until = performance.now() + READING_MS;
  const texts: string[] = [];
  let left = MAX_BODY_CHARACTERS;
  const bytesOf = await filesOf(message);
  for (const [index, attachment] of message.attachments.entries()) {
    const kind = fileKind(attachment);
    if (kind === undefined || left <= 0 || performance.now() > until) continue;
    const bytes = await bytesOf(index);
    const file = bytes && (await getFileReader().readFile(bytes, { kind, charset: declaredCharset(attachment) }));
    if (file === undefined) continue;
    texts.push(file.text.slice(0, left));
    left -= file.text.length;
  }
  return texts;
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
