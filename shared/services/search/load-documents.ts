import type { Message } from '#shared/data/entities/mail/message.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { attachmentTexts } from './attachment-texts.ts';
import { joined, oldestText, readableText, searchDocument } from './search-documents.ts';
import type { SearchDocument } from './segment.ts';

/** Messages that are added to an index at once. */
export const MAX_ADDED = 2_000;

/** Characters of their tokens, so that the memory of the function suffices. */
const MAX_CHARACTERS = 8_000_000;

const CONCURRENT_READS = 16;

/**
 * What the index will have of messages: of as many of the first as there is time and memory for, and of at least one.
 */
export async function loadDocuments(
  messages: readonly Message[],
  { now, isOver }: { readonly now: number; readonly isOver: () => boolean },
): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  let characters = 0;
  for (let start = 0; start < messages.length; start += CONCURRENT_READS) {
    if (start > 0 && (isOver() || characters > MAX_CHARACTERS)) break;
    const some = messages.slice(start, start + CONCURRENT_READS);
    const loaded = await mapWithLimit(some, CONCURRENT_READS, (message) => loadDocument(message, now));
    documents.push(...loaded);
    characters += loaded.reduce((sum, { columns }) => sum + columns.body.length + columns.attachment.length, 0);
  }
  return documents;
}

async function loadDocument(message: Message, now: number): Promise<SearchDocument> {
  const text = await readableText(message, now);
  const attachments = message.createdAt < oldestText(now) ? [] : await attachmentTexts(message);
  return searchDocument(message, { body: joined([text ?? '']), attachments: joined(attachments) });
}
