import type { Message } from '#shared/data/entities/mail/message.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { joined, readableText, searchDocument } from './search-documents.ts';
import type { SearchDocument } from './segment.ts';

const CONCURRENT_READS = 16;

/** Characters of tokens that a process keeps, of all agents. */
const MAX_CHARACTERS = 8_000_000;

/** The tokens of bodies, by the object of their content, which never changes. Those that were used last stay. */
const kept = new Map<string, string>();
let characters = 0;

/**
 * What an index would have of messages that are in no segment. Of their files the names count, and the text only once
 * they are in a segment: to extract it takes too long for a request.
 */
export function tailDocuments(messages: readonly Message[], now: number): Promise<SearchDocument[]> {
  return mapWithLimit(messages, CONCURRENT_READS, async (message) =>
    searchDocument(message, { body: await bodyOf(message, now), attachments: [] }),
  );
}

async function bodyOf(message: Message, now: number): Promise<string> {
  const { organizationId, contentKey } = message;
  const name = `${organizationId}/${contentKey}`;
  const body = kept.get(name) ?? (await readBody(message, now));
  if (body === undefined) return '';
  if (!kept.delete(name)) characters += body.length;
  kept.set(name, body);
  for (const [other, text] of kept) {
    if (characters <= MAX_CHARACTERS) break;
    kept.delete(other);
    characters -= text.length;
  }
  return body;
}

/** A file that is not stored may be one that is not written yet, so only found ones are kept. */
async function readBody(message: Message, now: number): Promise<string | undefined> {
  const text = await readableText(message, now);
  return text === null ? undefined : joined([text]);
}
