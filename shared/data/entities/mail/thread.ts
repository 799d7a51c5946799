import { firstIdAt, isId, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import type { TextMarks } from '#shared/domain/safe-reading/text-marks.ts';
import { addressDigest } from '../../address-digest.ts';
import { type Change, insert, RETRY, update } from '../../change.ts';
import { anyRow, rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, queryRows, type Row, type Table } from '../../table-client.ts';
import type { Message } from './message.ts';

/** A conversation of one identity. */
export interface Thread {
  id: string;
  organizationId: string;
  identityId: string;
  subject: string;
  createdAt: number;
  messageCount: number;
  lastMessageAt: number;
  /** Of all its messages. Absent if none has a warning. */
  contentWarnings?: ReadonlySet<ContentWarning>;
  /** Digests of the addresses of authors and recipients (`addressDigest`). Absent in rows of 0.2.0. */
  participants?: ReadonlySet<string>;
  /** The number of messages that `participants` is made from. 0.2.0 adds messages without counting them here. */
  recordedCount?: number;
  /** Authors who were in no earlier message: the id of their first one, a blank and their address. */
  joined?: ReadonlySet<string>;
}

/** What a thread records of one of its messages. */
export interface ThreadEntry {
  messageId: string;
  /** The digests of the addresses of its authors and recipients, the authors first. */
  people: readonly string[];
  warnings: readonly ContentWarning[];
  /** The addresses of the authors who have joined the thread with it. */
  joined: readonly string[];
  /** Marks of its text; absent if the text is not known. */
  marks?: TextMarks;
}

/** The digests of the addresses of a message, the authors first. `own`: the address of the mailbox that received it. */
export function participantsOf(message: Message, ...own: readonly string[]): string[] {
  const { organizationId, from, to, cc, bcc } = message;
  const addresses = [...from, ...to, ...cc, ...bcc].slice(0, MAX_PEOPLE).map(({ address }) => address);
  return [...new Set([...own, ...addresses].map((address) => addressDigest(organizationId, address)))];
}

/** The addresses of a message that count: more than a thread remembers. */
const MAX_PEOPLE = 64;

/** Limits that keep the row of a thread in one kilobyte, unless its subject is long. */
const MAX_PARTICIPANTS = 32;
const MAX_JOINED_BYTES = 256;

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

/** A new thread and its first message, which may be later: its sender may have got the id of the thread before. */
export function insertThread(
  thread: Pick<Thread, 'id' | 'organizationId' | 'identityId' | 'subject' | 'createdAt'>,
  entry: ThreadEntry,
  at = thread.createdAt,
): Change[] {
  const { identityId, id } = thread;
  const empty = { ...thread, participants: new Set<string>(), messageCount: 0, recordedCount: 0, lastMessageAt: 0 };
  const added = additions(empty, entry);
  return [
    insert({ ...threadKey(identityId, id), ...thread, ...added, lastMessageAt: at }),
    insertThreadMember(thread, entry),
  ];
}

/** Adds the latest message to an existing thread. */
export function addToThread(thread: Thread, entry: ThreadEntry, at: number): Change[] {
  return [
    update(threadKey(thread.identityId, thread.id), { add: additions(thread, entry), set: { lastMessageAt: at } }),
    insertThreadMember(thread, entry),
  ];
}

/** Adds a message that need not be the latest. The operation retries if the thread has a later one than was read. */
export function addToThreadByTime(thread: Thread, entry: ThreadEntry, at: number): Change[] {
  const { identityId, id, lastMessageAt } = thread;
  const isLatest = at > lastMessageAt;
  return [
    update(
      threadKey(identityId, id),
      { add: additions(thread, entry), ...(isLatest && { set: { lastMessageAt: at } }) },
      {
        ...(isLatest && { condition: { expression: 'lastMessageAt < :lastMessageAt' } }),
        onConditionFailed: RETRY,
      },
    ),
    insertThreadMember(thread, entry),
  ];
}

/**
 * Lets a thread know the people of one of its messages that was held until now. `marks`: those of its text, if an edit
 * has changed it.
 */
export function admitHeldMessage(
  thread: Thread,
  { messageId, people, marks }: Pick<ThreadEntry, 'messageId' | 'people' | 'marks'>,
): Change[] {
  const { participants } = additions(thread, { messageId, people, warnings: [], joined: [] });
  const { identityId, id } = thread;
  return [
    ...(participants === undefined ? [] : [update(threadKey(identityId, id), { add: { participants } })]),
    ...(marks === undefined ? [] : [update({ pk: membersKey(identityId, id), sk: messageId }, { set: { marks } })]),
  ];
}

/** Whether the thread knows the authors and recipients of all its messages. */
export function knowsParticipants({ participants, recordedCount, messageCount }: Thread): boolean {
  return participants !== undefined && recordedCount === messageCount;
}

/** Of a thread: what `ADD` changes. */
type ThreadAdditions = { messageCount: number; recordedCount?: number } & {
  [Name in 'participants' | 'contentWarnings' | 'joined']?: ReadonlySet<string>;
};

/** What a message adds to the numbers and sets of its thread. Sets do not lose what a concurrent commit adds. */
function additions(thread: Thread, { messageId, people, warnings, joined }: ThreadEntry): ThreadAdditions {
  const { participants = new Set(), contentWarnings = new Set(), joined: before = new Set() } = thread;
  const isKnown = knowsParticipants(thread);
  const newPeople = isKnown ? people.filter((digest) => !participants.has(digest)) : [];
  let left = MAX_JOINED_BYTES - [...before].reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  const newlyJoined = joined
    .map((address) => `${messageId} ${address}`)
    .filter((one) => {
      left -= Buffer.byteLength(one);
      return left >= 0;
    });
  return {
    messageCount: 1,
    ...(isKnown && { recordedCount: 1 }),
    ...setOf('participants', newPeople.slice(0, Math.max(0, MAX_PARTICIPANTS - participants.size))),
    ...setOf(
      'contentWarnings',
      warnings.filter((warning) => !contentWarnings.has(warning)),
    ),
    ...setOf('joined', newlyJoined),
  };
}

/** DynamoDB has no empty sets. */
function setOf(name: 'participants' | 'contentWarnings' | 'joined', members: readonly string[]) {
  return members.length === 0 ? {} : { [name]: new Set(members) };
}

/**
 * The partition of a thread's messages, one row for each, so that a read of one thread does not read all mail of an
 * identity.
 */
function membersKey(identityId: string, threadId: string): string {
  return `${PREFIX.mailThread}${identityId}#${threadId}`;
}

function insertThreadMember({ identityId, id }: Pick<Thread, 'identityId' | 'id'>, entry: ThreadEntry): Change {
  const { messageId, marks } = entry;
  return insert({ pk: membersKey(identityId, id), sk: messageId, ...(marks !== undefined && { marks }) });
}

/** Longer threads are not compared with quotations, so that a reply costs no more the longer its thread is. */
const MAX_COMPARED = 32;

/**
 * The marks of the texts of a thread; `undefined` if not all are known: of a thread that is too long, or has messages
 * of 0.2.0.
 */
export async function findTextMarks(table: Table, thread: Thread): Promise<TextMarks[] | undefined> {
  if (thread.messageCount > MAX_COMPARED) return undefined;
  const pk = membersKey(thread.identityId, thread.id);
  const range = { pk, from: firstIdAt('message', 0), to: lastIdAt('message', MAX_TIME - 1), limit: MAX_COMPARED };
  const marks: TextMarks[] = [];
  for await (const row of queryRows(table, decodeThreadMember, range)) {
    if (row.marks === undefined) return undefined;
    marks.push(row.marks);
  }
  return marks;
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

export async function findThread(
  table: Table,
  identityId: string,
  id: string,
  { strong } = { strong: true },
): Promise<Thread | undefined> {
  if (!isId('thread', id)) return undefined;
  return getRow(table, decodeThread, threadKey(identityId, id), { strong });
}

/** Threads of an agent before a time (exclusive), newest first. */
export function threadsBefore(table: Table, identityId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeThread, { pk: `${PREFIX.mail}${identityId}`, kind: 'thread' }, before, pageSize);
}

/** A message of a thread. The marks of its text are absent in rows of 0.2.0. */
interface ThreadMember {
  marks?: TextMarks;
}

const decodeThreadMember = rowDecoder<ThreadMember>({ marks: 'object?' });
