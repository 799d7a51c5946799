import type { Message } from '#shared/data/entities/mail/message.ts';
import { declaredCharset, fileKind } from '#shared/domain/files/file-kind.ts';
import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { isWithoutRoom } from '#shared/domain/mail/no-room.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { withDeadline } from '#shared/runtime/deadline-scope.ts';
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

/**
 * How long the work on one file may take by the clock; for the first one, including the work on the raw email. Each may
 * use five seconds of processor time, for which a function with 0.58 processors needs 8.6 s. So what a file costs
 * decides about it, and the clock only on a slower machine.
 *
 * See: docs/decisions/0103-what-decides-about-an-email.md.
 */
const FILE_MS = 18 * SECOND;

/** Emails of which a process keeps the texts of some files until an attempt has read the others. */
const MAX_KEPT_EMAILS = 8;

/** The texts that attempts have read of emails of which they have not read all, by the position of their files. */
const kept = new Map<string, Map<number, string>>();

/**
 * The texts of the files of an email, together as much as a body may have. A file that was read is not read again by
 * the next attempt, as long as the process lives. At least one more file is begun, even if the time is over.
 */
export async function attachmentTexts(message: Message, isOver: () => boolean): Promise<AttachmentTexts> {
  if (!hasReadableFiles(message)) return { texts: [], isWhole: true };
  const name = `${message.organizationId}/${message.contentKey}`;
  const texts = kept.get(name) ?? new Map<number, string>();
  const isWhole = await readOthers(message, texts, isOver);
  kept.delete(name);
  if (!isWhole) keep(name, texts);
  return { texts: [...texts.values()], isWhole };
}

function keep(name: string, texts: Map<number, string>): void {
  kept.set(name, texts);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT_EMAILS && oldest !== undefined) kept.delete(oldest);
}

/** Adds the texts of files that have none yet. Returns false if some could not be read. */
async function readOthers(message: Message, texts: Map<number, string>, isOver: () => boolean): Promise<boolean> {
  const files = new MailFiles(message);
  let hasBegun = false;
  let isWhole = true;
  for (const [index, attachment] of message.attachments.entries()) {
    const kind = fileKind(attachment);
    const left = MAX_BODY_CHARACTERS - texts.values().reduce((sum, { length }) => sum + length, 0);
    if (kind === undefined || texts.has(index) || left <= 0) continue;
    if (hasBegun && isOver()) return false;
    hasBegun = true;
    try {
      const text = await withDeadline(FILE_MS, async () => {
        const bytes = await files.bytesOf(index);
        return bytes && getFileReader().readFile(bytes, { kind, charset: declaredCharset(attachment) });
      });
      texts.set(index, text?.text.slice(0, left) ?? '');
    } catch (error) {
      logger.warn('a file of an email not read', { message_id: message.id, error });
      isWhole = false;
    }
  }
  return isWhole;
}

/** The files of an email. Those of a received one are taken out of its raw form once. */
class MailFiles {
  readonly #message: Message;
  #received: { readonly files: readonly Uint8Array[] | undefined } | undefined;

  constructor(message: Message) {
    this.#message = message;
  }

  /** The bytes of a file, by its position; `undefined` for one that is not stored or cannot be read. */
  async bytesOf(index: number): Promise<Uint8Array | undefined> {
    const { direction, attachments } = this.#message;
    if (direction === 'outbound') {
      const key = attachments[index]?.key;
      return key === undefined ? undefined : findMailFile(key);
    }
    this.#received ??= { files: await this.#readReceived() };
    return this.#received.files?.[index];
  }

  async #readReceived(): Promise<readonly Uint8Array[] | undefined> {
    const { rawKey } = this.#message;
    const raw = rawKey === undefined ? undefined : await findMailFile(rawKey);
    return raw && getMailReader().readAttachments(raw);
  }
}
