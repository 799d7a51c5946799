import { isId } from '#shared/domain/ids.ts';
import { type Change, insert, RETRY, update } from '../change.ts';
import { anyRow, rowDecoder } from '../decode-row.ts';
import { keyDigest } from '../key-digest.ts';
import { newestFirst } from '../record-list.ts';
import { PREFIX } from '../table.ts';
import { getRow, getRows, type Key, type Row, type Table } from '../table-client.ts';

/** A conversation of one identity. */
export interface Thread {
  id: string;
  organizationId: string;
  identityId: string;
  subject: string;
  createdAt: number;
  messageCount: number;
  lastMessageAt: number;
}

const decodeThread = rowDecoder<Thread>({
  id: 'string',
  organizationId: 'string',
  identityId: 'string',
  subject: 'string',
  messageCount: 'number',
  lastMessageAt: 'number',
  createdAt: 'number',
});

function threadKey(identityId: string, id: string): Key {
  return { pk: `${PREFIX.mail}${identityId}`, sk: id };
}

/** A new thread and its first message. */
export function insertThread(thread: Omit<Thread, 'messageCount' | 'lastMessageAt'>, messageId: string): Change[] {
  const { identityId, id, createdAt } = thread;
  return [
    insert({ ...threadKey(identityId, id), ...thread, messageCount: 1, lastMessageAt: createdAt }),
    insertThreadMember(identityId, id, messageId),
  ];
}

/** Adds the latest message to an existing thread. */
export function addToThread(identityId: string, id: string, messageId: string, at: number): Change[] {
  return [
    update(threadKey(identityId, id), { add: { messageCount: 1 }, set: { lastMessageAt: at } }),
    insertThreadMember(identityId, id, messageId),
  ];
}

/** Adds a message that need not be the latest. The operation retries if the thread has a later one than was read. */
export function addToThreadByTime(thread: Thread, messageId: string, at: number): Change[] {
  const { identityId, id, lastMessageAt } = thread;
  const isLatest = at > lastMessageAt;
  return [
    update(
      threadKey(identityId, id),
      { add: { messageCount: 1 }, ...(isLatest && { set: { lastMessageAt: at } }) },
      {
        ...(isLatest && { condition: { expression: 'lastMessageAt < :lastMessageAt' } }),
        onConditionFailed: RETRY,
      },
    ),
    insertThreadMember(identityId, id, messageId),
  ];
}

/**
 * The partition of a thread's messages, one row for each, so that a read of one thread does not read all mail of an
 * identity.
 */
function membersKey(identityId: string, threadId: string): string {
  return `${PREFIX.mailThread}${identityId}#${threadId}`;
}

function insertThreadMember(identityId: string, threadId: string, messageId: string): Change {
  return insert({ pk: membersKey(identityId, threadId), sk: messageId });
}

/** Ids of a thread's messages before a time (exclusive), newest first. */
export function threadMembers(
  table: Table,
  identityId: string,
  threadId: string,
  before?: number,
): AsyncGenerator<Row<object>> {
  return newestFirst(table, anyRow, { pk: membersKey(identityId, threadId), kind: 'message' }, before);
}

export async function findThread(table: Table, identityId: string, id: string): Promise<Thread | undefined> {
  if (!isId('thread', id)) return undefined;
  return getRow(table, decodeThread, threadKey(identityId, id), { strong: true });
}

/** Threads of an agent before a time (exclusive), newest first. */
export function threadsBefore(table: Table, identityId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeThread, { pk: `${PREFIX.mail}${identityId}`, kind: 'thread' }, before, pageSize);
}

/** Finds the thread of an identity that an email belongs to, by a Message-ID (RFC 5322). */
interface MailReference {
  threadId: string;
}

const decodeMailReference = rowDecoder<MailReference>({ threadId: 'string' });

function referenceKey(identityId: string, rfcMessageId: string): Key {
  return {
    pk: `${PREFIX.mailReference}${identityId}`,
    sk: keyDigest(rfcMessageId),
  };
}

/** The thread that Message-IDs lead to, and which of the ids are recorded. */
export interface FoundThread {
  threadId: string | undefined;
  known: ReadonlySet<string>;
}

/**
 * The thread of the first id that is recorded. The reads are strongly consistent, because two replies that arrive
 * together must get the same thread.
 */
export async function findThreadByReferences(
  table: Table,
  identityId: string,
  rfcMessageIds: readonly string[],
): Promise<FoundThread> {
  const keys = rfcMessageIds.map((id) => referenceKey(identityId, id));
  const rows = await getRows(table, decodeMailReference, keys, { strong: true });
  const bySortKey = new Map(rows.map((row) => [row.sk, row.threadId]));
  const known = new Set(rfcMessageIds.filter((_, index) => bySortKey.has(keys[index]?.sk ?? '')));
  const first = rfcMessageIds.find((id) => known.has(id));
  return {
    threadId: first === undefined ? undefined : bySortKey.get(referenceKey(identityId, first).sk),
    known,
  };
}

/** Records the thread of an id. The operation retries if the id was recorded meanwhile. */
export function insertMailReference(identityId: string, rfcMessageId: string, threadId: string): Change {
  return insert({ ...referenceKey(identityId, rfcMessageId), threadId }, RETRY);
}

/** Records the thread of all ids that are not known yet, so that a later mail with one of them joins the thread. */
export function insertMailReferences(
  identityId: string,
  rfcMessageIds: readonly string[],
  threadId: string,
  known: ReadonlySet<string>,
): Change[] {
  const fresh = [...new Set(rfcMessageIds)].filter((id) => !known.has(id));
  return fresh.map((id) => insertMailReference(identityId, id, threadId));
}
