import type { Message } from '#shared/data/entities/mail/message.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { attachmentTexts, hasReadableFiles } from './attachment-texts.ts';
import type { FileAllowance } from './file-allowance.ts';
import { joined, oldestText, readableText, searchDocument } from './search-documents.ts';
import type { SearchDocument } from './segment.ts';

const CONCURRENT_READS = 16;

/** Characters of tokens that a process keeps, of all agents. */
const MAX_CHARACTERS = 8_000_000;

/**
 * The tokens of bodies and of files, by the object of their content, which never changes. Those that were used last
 * stay.
 */
const kept = new Map<string, string>();
let characters = 0;

/**
 * What an index would have of messages that are in no segment. The text of files takes a process and seconds: that of
 * the newest is read as far as the allowance goes, and kept. Of the others the names of their files count until they
 * are in a segment.
 *
 * @param messages oldest first
 */
export async function tailDocuments(
  messages: readonly Message[],
  files: FileAllowance,
  now: number,
): Promise<SearchDocument[]> {
  const newestFirst = messages.toReversed();
  const documents = await mapWithLimit(newestFirst, CONCURRENT_READS, async (message) =>
    searchDocument(message, {
      body: await tokens(message, 'body', () => readBody(message, now)),
      attachments: await tokens(message, 'files', () => readFiles(message, files, now)),
    }),
  );
  return documents.toReversed();
}

/** The tokens of a part of a message: kept ones, or those that are read. */
async function tokens(
  { organizationId, contentKey }: Message,
  part: 'body' | 'files',
  read: () => Promise<Tokens | undefined>,
): Promise<string> {
  const name = `${organizationId}/${contentKey} ${part}`;
  const known = kept.get(name);
  const found = known === undefined ? await read() : { text: known, isFinal: true };
  if (found?.isFinal === true) keep(name, found.text);
  return found?.text ?? '';
}

/** What was read, and whether it is all that can be: another attempt may read more of files. */
interface Tokens {
  readonly text: string;
  readonly isFinal: boolean;
}

function keep(name: string, text: string): void {
  if (!kept.delete(name)) characters += text.length;
  kept.set(name, text);
  for (const [other, { length }] of kept) {
    if (characters <= MAX_CHARACTERS) break;
    kept.delete(other);
    characters -= length;
  }
}

/** An object that is not stored may be one that is not written yet. */
async function readBody(message: Message, now: number): Promise<Tokens | undefined> {
  const text = await readableText(message, now);
  return text === null ? undefined : { text: joined([text]), isFinal: true };
}

async function readFiles(message: Message, files: FileAllowance, now: number): Promise<Tokens | undefined> {
  if (!hasReadableFiles(message) || message.createdAt < oldestText(now)) return undefined;
  const read = await files.read(() => attachmentTexts(message));
  return read && { text: joined(read.texts), isFinal: read.isWhole };
}
