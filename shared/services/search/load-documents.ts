import type { Message } from '#shared/data/entities/mail/message.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { HOUR, SECOND } from '#shared/domain/time/time.ts';
import { withDeadline } from '#shared/runtime/deadline-scope.ts';
import { attachmentTexts, hasReadableFiles } from './attachment-texts.ts';
import { joined, oldestText, readableText, searchDocument } from './search-documents.ts';
import type { SearchDocument } from './segment.ts';

/** Messages that are added to an index at once. */
export const MAX_ADDED = 2_000;

/** Characters of their tokens, so that the memory of the function suffices. */
const MAX_CHARACTERS = 8_000_000;

const CONCURRENT_READS = 16;

/** How long one attempt to read the files of an email may take. */
const READING_MS = 8 * SECOND;

/**
 * How old an email is when attempts to read its files end: some are then found by their names only. A machine that is
 * too slow for an hour is no reason to leave out all later emails.
 */
const MAX_READING_AGE_MS = HOUR;

interface Loading {
  readonly now: number;
  /** Whether the time of the run is over. */
  readonly isOver: () => boolean;
}

/**
 * What the index will have of messages: of as many of the first as there is time and memory for. It ends before an
 * email with files that could not be read yet, because what is in the index is not read again.
 */
export async function loadDocuments(messages: readonly Message[], { now, isOver }: Loading): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  let characters = 0;
  for (let start = 0; start < messages.length; start += CONCURRENT_READS) {
    const some = messages.slice(start, start + CONCURRENT_READS);
    const bodies = await mapWithLimit(some, CONCURRENT_READS, async (message) =>
      joined([(await readableText(message, now)) ?? '']),
    );
    for (const [index, message] of some.entries()) {
      // What has been read of these messages is used, and no more is begun.
      const begins = index === 0 || hasReadableFiles(message);
      if (begins && documents.length > 0 && (isOver() || characters > MAX_CHARACTERS)) return documents;
      const attachments = await fileTokens(message, now);
      if (attachments === undefined) return documents;
      const document = searchDocument(message, { body: bodies[index] ?? '', attachments });
      documents.push(document);
      characters += document.columns.body.length + document.columns.attachment.length;
    }
  }
  return documents;
}

/** The tokens of the files of a message; `undefined` if they could not be read, and are to be tried again. */
async function fileTokens(message: Message, now: number): Promise<string | undefined> {
  if (message.createdAt < oldestText(now)) return '';
  const { texts, isWhole } = await withDeadline(READING_MS, () => attachmentTexts(message));
  return isWhole || now - message.createdAt >= MAX_READING_AGE_MS ? joined(texts) : undefined;
}
