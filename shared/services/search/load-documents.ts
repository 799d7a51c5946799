import type { Message } from '#shared/data/entities/mail/message.ts';
import type { WaitingMessage } from '#shared/data/entities/mail/search-index.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { attachmentTexts, hasReadableFiles } from './attachment-texts.ts';
import {
  joined,
  MAX_TEXT_CHARACTERS,
  oldestText,
  readableText,
  searchDocument,
  textLength,
} from './search-documents.ts';
import type { SearchDocument } from './segment.ts';

/** Messages that are added to an index at once. */
export const MAX_ADDED = 2_000;

const CONCURRENT_READS = 16;

/**
 * How long attempts to read the files of an email are made, from the first that fails. Then the email gets the texts
 * that were read. A machine that is too slow for an hour is no reason to leave out all later emails.
 */
const MAX_READING_MS = HOUR;

interface Loading {
  readonly now: number;
  /** Whether the time of the run is over. */
  readonly isOver: () => boolean;
  /** Messages of which attempts to read the files have failed. */
  readonly waiting: readonly WaitingMessage[];
  /** Whether loading ends at a message with files that could not be read, because later ones may not precede it. */
  readonly endsAtFailure: boolean;
}

interface Loaded {
  readonly documents: readonly SearchDocument[];
  /** The ids of messages with files that could not be read. They are to be tried again. */
  readonly failed: readonly string[];
}

/**
 * What the index will have of messages: of as many of the first as there is time and memory for. One with files that
 * could not be read yet is left out, because what is in the index is not read again.
 */
export async function loadDocuments(messages: readonly Message[], loading: Loading): Promise<Loaded> {
  const { now, isOver, endsAtFailure } = loading;
  const documents: SearchDocument[] = [];
  const failed: string[] = [];
  let characters = 0;
  for (let start = 0; start < messages.length; start += CONCURRENT_READS) {
    const some = messages.slice(start, start + CONCURRENT_READS);
    const bodies = await mapWithLimit(some, CONCURRENT_READS, async (message) =>
      joined([(await readableText(message, now)) ?? '']),
    );
    for (const [index, message] of some.entries()) {
      // What has been read of these messages is used, and no more is begun.
      const begins = index === 0 || hasReadableFiles(message);
      const isFirst = start + index === 0;
      if (begins && !isFirst && (isOver() || characters > MAX_TEXT_CHARACTERS)) return { documents, failed };
      const attachments = await fileTokens(message, loading);
      if (attachments === undefined) {
        failed.push(message.id);
        if (endsAtFailure) return { documents, failed };
        continue;
      }
      const document = searchDocument(message, { body: bodies[index] ?? '', attachments });
      documents.push(document);
      characters += textLength(document);
    }
  }
  return { documents, failed };
}

/** The tokens of the files of a message; `undefined` if they could not be read, and are to be tried again. */
async function fileTokens(message: Message, { now, isOver, waiting }: Loading): Promise<string | undefined> {
  if (message.createdAt < oldestText(now)) return '';
  const { texts, isWhole } = await attachmentTexts(message, isOver);
  const { since } = waiting.find(({ messageId }) => messageId === message.id) ?? { since: now };
  return isWhole || now - since >= MAX_READING_MS ? joined(texts) : undefined;
}
