import { attributeIs, type Change, insert, put, RETRY, remove, replaceVersion, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { dueRows, dueTime } from '../../due-index.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { type Key, queryRows, type Row, type Table } from '../../table-client.ts';

/** A part of an index: the messages between two ids, in one object of the content bucket. */
export interface SearchSegment {
  readonly key: string;
  /** The ids of the first and the last message in it. */
  readonly firstId: string;
  readonly lastId: string;
  readonly count: number;
  /** The bytes of its database, before it is compressed. */
  readonly bytes: number;
  /** The time of the oldest message of which it has the text. */
  readonly textSince: number;
  readonly writtenAt: number;
}

/**
 * The segments of the search index of an agent's emails, in the order of their messages. Messages after the last
 * segment are found without it.
 *
 * See: docs/decisions/0097-a-search-index.md.
 */
export interface SearchIndex {
  readonly organizationId: string;
  readonly identityId: string;
  readonly segments: readonly SearchSegment[];
  /** Absent if there are none. */
  readonly waiting?: readonly WaitingMessage[];
  readonly version: number;
}

/** A message that is not in the index as it is, because attempts to read its files have failed. */
export interface WaitingMessage {
  readonly messageId: string;
  /** When the first of the attempts failed, in epoch milliseconds. */
  readonly since: number;
}

/** A message that has changed since it was added to a segment. */
export interface ChangedMessage {
  readonly messageId: string;
  /** Tells this change from a later one. */
  readonly changedAt: number;
}

/** All that is stored about the index of an agent. */
export interface StoredSearchIndex {
  readonly index: SearchIndex | undefined;
  readonly changed: readonly Row<ChangedMessage>[];
  /** Set if the index is to be built again: for an operator, or because a search has missed a segment. */
  readonly restart: Key | undefined;
  /** When it is to be brought up to date next. */
  readonly due: Row<DueIndex> | undefined;
}

/** The index of an agent on the index of due work. */
interface DueIndex {
  readonly organizationId: string;
  readonly due_at: string;
}

const INDEX = 'INDEX';
const DUE = 'DUE';
const RESTART = 'RESTART';
const CHANGED = 'CHANGED#';

const decodeIndex = rowDecoder<SearchIndex>({
  organizationId: 'string',
  identityId: 'string',
  segments: 'array',
  waiting: 'array?',
  version: 'number',
});
const decodeChanged = rowDecoder<ChangedMessage>({ messageId: 'string', changedAt: 'number' });

const decodeDue = rowDecoder<DueIndex>({ organizationId: 'string', due_at: 'string' });

const partitionOf = (identityId: string) => `${PREFIX.searchIndex}${identityId}`;

/** Reads the index of an agent, strongly. */
export async function findSearchIndex(table: Table, identityId: string): Promise<StoredSearchIndex> {
  const all = { pk: partitionOf(identityId), from: ' ', to: '~', strong: true };
  const rows = await Array.fromAsync(queryRows(table, (row) => row, all));
  const [index, due] = [INDEX, DUE].map((name) => rows.find(({ sk }) => sk === name));
  return {
    index: index && decodeIndex(index),
    due: due && decodeDue(due),
    changed: rows.filter(({ sk }) => sk.startsWith(CHANGED)).map(decodeChanged),
    restart: rows.find(({ sk }) => sk === RESTART),
  };
}

/** Writes the next version of an index, if no one has changed it since it was read. `version` is the new one. */
export function replaceSearchIndex(index: SearchIndex): Change {
  return replaceVersion({ ...index, pk: partitionOf(index.identityId), sk: INDEX }, RETRY);
}

/** Records that a message of a segment is not as it was any more, or is gone. */
export function putChangedMessage(identityId: string, messageId: string, changedAt: number): Change {
  return put({ pk: partitionOf(identityId), sk: `${CHANGED}${messageId}`, messageId, changedAt });
}

/** The change is in the index now. The operation retries if there was another one. */
export function removeChangedMessage(row: Row<ChangedMessage>): Change {
  return remove(row, RETRY, attributeIs('changedAt', row.changedAt));
}

/** Has the index built again from the messages. */
export function putRestart(identityId: string): Change {
  return put({ pk: partitionOf(identityId), sk: RESTART });
}

export function removeRestart(row: Key): Change {
  return remove(row, RETRY);
}

const PARTITION = `${PREFIX.due}SEARCHINDEX`;

/** Has the index of an agent brought up to date at a time, whatever was planned for it. */
export function putIndexDue({ organizationId, identityId }: IndexOwner, at: number): Change {
  return put(dueRowOf({ organizationId, identityId }, at));
}

/** Defers a run that is about to begin. The operation retries if it is no longer due at this time. */
export function postponeIndexDue(key: Key, seenDueAt: string, until: number): Change {
  return update(
    key,
    { set: { due_at: dueTime(until) } },
    { condition: attributeIs('due_at', seenDueAt), onConditionFailed: RETRY },
  );
}

/** Plans the next run, unless another one was asked for meanwhile. `seenDueAt`: undefined if there was no row. */
export function replaceIndexDue(owner: IndexOwner, seenDueAt: string | undefined, at: number): Change {
  const row = dueRowOf(owner, at);
  return seenDueAt === undefined ? insert(row, RETRY) : put(row, attributeIs('due_at', seenDueAt), RETRY);
}

/** Nothing is left to do, unless another run was asked for meanwhile. */
export function removeIndexDue({ identityId }: IndexOwner, seenDueAt: string): Change {
  return remove({ pk: partitionOf(identityId), sk: DUE }, RETRY, attributeIs('due_at', seenDueAt));
}

/** The agent that an index is of. */
export interface IndexOwner {
  readonly organizationId: string;
  readonly identityId: string;
}

function dueRowOf({ organizationId, identityId }: IndexOwner, at: number) {
  return {
    pk: partitionOf(identityId),
    sk: DUE,
    organizationId,
    [TABLE.dueIndex.partitionKey]: PARTITION,
    [TABLE.dueIndex.sortKey]: dueTime(at),
  };
}

/** The indexes that are due, oldest first. */
export function dueIndexes(table: Table, until: number, limit: number) {
  return dueRows(table, PARTITION, until, limit);
}

/** The agent that a row of the due index belongs to. */
export function identityOfDueIndex({ pk }: Key): string {
  return pk.slice(PREFIX.searchIndex.length);
}
