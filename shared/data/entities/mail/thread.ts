import { isId } from '#shared/domain/ids/ids.ts';
import { changedCounts, type LabelCounts } from '#shared/domain/mail/labels.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import type { TextMarks } from '#shared/domain/safe-reading/text-marks.ts';
import { addressDigest } from '../../address-digest.ts';
import { type Change, type Condition, insert, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { getRow, getRows, type Key, type RangeQuery, type Row, type Table } from '../../table-client.ts';
import type { Message } from './message.ts';
import { insertThreadMember, replaceMarks } from './thread-members.ts';

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
  /** How many of its messages have each label. Absent if none has one. Releases up to 0.3.0 keep it as it is. */
  labelCounts?: LabelCounts;
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
  /** Of a message that was labeled before it had a thread. */
  labels?: readonly string[];
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
  const { labels = [] } = entry;
  const added = {
    ...additions(empty, entry),
    ...(labels.length > 0 && { labelCounts: changedCounts({}, labels, []) }),
  };
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

/**
 * Adds a message that need not be the latest, with its labels. The operation retries if the thread has a later one than
 * was read, or other labels.
 */
export function addToThreadByTime(thread: Thread, entry: ThreadEntry, at: number): Change[] {
  const { identityId, id, lastMessageAt, labelCounts } = thread;
  const { labels = [] } = entry;
  const isLatest = at > lastMessageAt;
  const counts = labels.length === 0 ? undefined : changedCounts(labelCounts ?? {}, labels, []);
  const seen = counts && unchangedCounts(thread);
  const conditions = [...(isLatest ? ['lastMessageAt < :lastMessageAt'] : []), ...(seen ? [seen.expression] : [])];
  return [
    update(
      threadKey(identityId, id),
      { add: additions(thread, entry), set: { ...(isLatest && { lastMessageAt: at }), labelCounts: counts } },
      {
        ...(conditions.length > 0 && { condition: { ...seen, expression: conditions.join(' AND ') } }),
        onConditionFailed: RETRY,
      },
    ),
    insertThreadMember(thread, entry),
  ];
}

/** Replaces the counts of the labels of a thread. The operation retries if they have changed since it was read. */
export function replaceLabelCounts(thread: Thread, counts: LabelCounts): Change {
  const patch = Object.keys(counts).length > 0 ? { set: { labelCounts: counts } } : { remove: ['labelCounts'] };
  const condition = unchangedCounts(thread);
  return update(threadKey(thread.identityId, thread.id), patch, { condition, onConditionFailed: RETRY });
}

function unchangedCounts({ labelCounts }: Thread): Condition {
  if (labelCounts === undefined) return { expression: 'attribute_not_exists(labelCounts)' };
  return { expression: 'labelCounts = :seen_counts', values: { ':seen_counts': labelCounts } };
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
    ...(marks === undefined ? [] : [replaceMarks(thread, messageId, marks)]),
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

/** Those of the threads that exist, in no particular order. */
export function findThreads(table: Table, identityId: string, ids: readonly string[]): Promise<Row<Thread>[]> {
  const keys = ids.map((id) => threadKey(identityId, id));
  return getRows(table, decodeThread, keys, { strong: true });
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
export function threadsBefore(
  table: Table,
  identityId: string,
  before: number | undefined,
  page: number | Pick<RangeQuery, 'pageSize' | 'limit'>,
) {
  return newestFirst(table, decodeThread, { pk: `${PREFIX.mail}${identityId}`, kind: 'thread' }, before, page);
}
