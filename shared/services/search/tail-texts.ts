import type { Message } from '#shared/data/entities/mail/message.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { attachmentTexts, hasReadableFiles } from './attachment-texts.ts';
import type { FileAllowance } from './file-allowance.ts';
import { joined, oldestText, readableText, searchDocument, textLength } from './search-documents.ts';
import type { SearchDocument } from './segment.ts';

const CONCURRENT_READS = 16;

/** Characters of tokens and their names that a process keeps, of all agents. */
const MAX_CHARACTERS = 8_000_000;

/**
 * The tokens of bodies and of files, by the object of their content, which never changes. Those that were used last
 * stay.
 */
const kept = new Map<string, string>();
let characters = 0;

/** What a search may look at of messages that are in no segment. */
interface TailBounds {
  /** Characters of their tokens, after which no further message is looked at. */
  readonly characters: number;
  /** What the search may read of their files. */
  readonly files: FileAllowance;
}

/**
 * What an index would have of messages that are in no segment: of at least one, and of as many of the newest as the
 * bounds allow. The text of files takes a process and seconds: that of the newest is read as far as the allowance
 * suffices, and kept. Of the others the names of their files count until they are in a segment.
 */
export async function tailDocuments(
  newestFirst: readonly Message[],
  { characters: max, files }: TailBounds,
  now: number,
): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  let size = 0;
  for (let start = 0; start < newestFirst.length; start += CONCURRENT_READS) {
    const some = newestFirst.slice(start, start + CONCURRENT_READS);
    const read = await mapWithLimit(some, CONCURRENT_READS, async (message) => ({
      message,
      body: await part(message, 'body', () => readBody(message, now)),
      attachments: await part(message, 'files', () => readFiles(message, files, now)),
    }));
    for (const { message, body, attachments } of read) {
      if (documents.length > 0 && size > max) return documents;
      // Texts become tokens one after the other, so that no more of them than are needed are in memory.
      const document = searchDocument(message, { body: body.tokens(), attachments: attachments.tokens() });
      documents.push(document);
      size += textLength(document);
    }
  }
  return documents;
}

/** A part of a message, of which the tokens are kept, or made of the texts that were read. */
interface Part {
  readonly tokens: () => string;
}

async function part(
  { organizationId, contentKey }: Message,
  name: 'body' | 'files',
  read: () => Promise<Texts>,
): Promise<Part> {
  const key = `${organizationId}/${contentKey} ${name}`;
  const known = kept.get(key);
  if (known !== undefined) return { tokens: () => keep(key, known) };
  const { texts, isFinal } = await read();
  return { tokens: () => (isFinal ? keep(key, joined(texts)) : joined(texts)) };
}

/** What was read, and whether it is all that can be: another attempt may read more of files. */
interface Texts {
  readonly texts: readonly string[];
  readonly isFinal: boolean;
}

function keep(name: string, text: string): string {
  const isNew = !kept.delete(name);
  kept.set(name, text);
  if (isNew) characters += name.length + text.length;
  for (const [other, { length }] of kept) {
    if (characters <= MAX_CHARACTERS) break;
    kept.delete(other);
    characters -= other.length + length;
  }
  return text;
}

/** Content is stored before its message, so content that is missing has expired. */
async function readBody(message: Message, now: number): Promise<Texts> {
  return { texts: [(await readableText(message, now)) ?? ''], isFinal: true };
}

async function readFiles(message: Message, files: FileAllowance, now: number): Promise<Texts> {
  if (!hasReadableFiles(message) || message.createdAt < oldestText(now)) return { texts: [], isFinal: false };
  const read = await files.read((isOver) => attachmentTexts(message, isOver));
  return { texts: read?.texts ?? [], isFinal: read?.isWhole ?? false };
}
