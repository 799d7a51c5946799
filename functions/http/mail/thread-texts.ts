import type { Message } from '#shared/data/entities/mail/message.ts';
import type { MailLink } from '#shared/domain/mail/mail-reading.ts';
import { MAX_CONTENT_READS } from '#shared/domain/stage/large-content.ts';
import { findMailContent } from '#shared/services/mail-files/mail-store.ts';
import { textOf } from './content-record.ts';
import { shownIn } from './message-record.ts';

/** The texts of a message; null where it has none. */
export interface MessageTexts {
  readonly text: string | null;
  readonly extractedText: string | null;
  /** Absent in what releases up to 0.2.0 stored. */
  readonly links?: readonly MailLink[];
  /** Whether the files of the message have expired. */
  readonly isExpired: boolean;
}

/** The bytes of texts and links in a response, as JSON: a buffered response of Lambda holds 6 MB, records included. */
const MAX_THREAD_TEXT_BYTES = 1024 * 1024;

/**
 * Reads the texts of messages, given oldest first, from the newest one back until they fill a response. Returns them by
 * the id of their message; those that do not fit are missing.
 *
 * See: docs/contract/mail.md#reading-mail.
 */
export async function threadTexts(messages: readonly Message[]): Promise<Map<string, MessageTexts>> {
  const texts = new Map<string, MessageTexts>();
  let bytesLeft = MAX_THREAD_TEXT_BYTES;
  for (let end = messages.length; end > 0; end -= MAX_CONTENT_READS) {
    const batch = messages.slice(Math.max(0, end - MAX_CONTENT_READS), end).reverse();
    for (const [id, read] of await Promise.all(batch.map(readTexts))) {
      bytesLeft -= Buffer.byteLength(JSON.stringify([read.text, read.extractedText, read.links]));
      if (bytesLeft < 0) return texts;
      texts.set(id, read);
    }
  }
  return texts;
}

async function readTexts(message: Message): Promise<[id: string, MessageTexts]> {
  const { id, contentKey } = message;
  const content = await findMailContent(contentKey);
  if (content === undefined) return [id, { text: null, extractedText: null, isExpired: true }];
  const { text, extractedText } = shownIn(message)({ text: textOf(content), extractedText: content.extractedText });
  return [id, { text, extractedText, ...(content.links && { links: content.links }), isExpired: false }];
}
