import { isId } from '#shared/domain/ids/ids.ts';
import { DRAFT_ROW_MS, type DraftStatus, isDraftExpired } from '#shared/domain/mail/draft-schedule.ts';
import { epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, replaceVersion, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { dueRows, dueTime } from '../../due-index.ts';
import { type RowContent, readContent } from '../../large-content.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * A message that is not sent yet: a draft, or one that is sent at a time.
 *
 * See: docs/contract/mail.md#drafts.
 */
export interface MailDraft {
  id: string;
  organizationId: string;
  identityId: string;
  status: DraftStatus;
  /** What the request says of the message besides its bodies and files: JSON, in the form of a request to send. */
  header: string;
  /** The files, as lists show them: JSON. */
  files: string;
  /** The bytes that the organization stores for it. */
  bytes: number;
  sendAt: number | null;
  /** The address of the API that its last writer used: that of the links in the message. */
  baseUrl: string;
  /** The thread that it starts if it answers nothing. Its sender knows the id already. */
  threadId?: string;
  messageId: string | null;
  /** The reply of the request that has sent it, which every later one gets: JSON. */
  sentReply?: string;
  /** Why it was not sent at its time. */
  detail: string | null;
  /** The request that has scheduled it, for logs. */
  requestId?: string;
  createdAt: number;
  updatedAt: number;
  version: number;
}

/** A draft, and the place of its bodies and files. */
export interface FoundDraft {
  readonly draft: MailDraft;
  readonly place: Row<RowContent>;
}

/** The row of a draft, with the attributes of the index and of expiry. */
type DraftRow = Row<MailDraft & RowContent & { due_pk?: string; due_at?: string; expires_at?: number }>;

const decodeDraft = rowDecoder<Omit<DraftRow, 'pk' | 'sk'>>({
  id: 'string',
  organizationId: 'string',
  identityId: 'string',
  status: 'string',
  header: 'string',
  files: 'string',
  bytes: 'number',
  sendAt: 'number?',
  baseUrl: 'string',
  createdAt: 'number',
  version: 'number',
  content: 'string?',
  object: 'object?',
});

function draftKey(identityId: string, id: string): Key {
  return { pk: `${PREFIX.mailDraft}${identityId}`, sk: id };
}

const DUE = `${PREFIX.due}MAILDRAFT`;

/**
 * The row as stored. It is on the due index while it is scheduled. `content`: its bodies and files; null without any.
 */
function rowOf(draft: MailDraft, content: string | null): DraftRow {
  const { sendAt, status } = draft;
  const isDue = status === 'scheduled' && sendAt !== null;
  return {
    ...draft,
    ...draftKey(draft.identityId, draft.id),
    ...(content !== null && { content }),
    ...(isDue && { [TABLE.dueIndex.partitionKey]: DUE, [TABLE.dueIndex.sortKey]: dueTime(sendAt) }),
    [TABLE.timeToLive]: epochSeconds(draft.createdAt + DRAFT_ROW_MS),
  };
}

/** What was read from a row, apart from what `rowOf` adds again. */
function foundDraft(row: DraftRow): FoundDraft {
  const { pk, sk, content, object, due_pk: _due, due_at: _at, expires_at: _expires, ...draft } = row;
  return {
    draft,
    place: { pk, sk, ...(content !== undefined && { content }), ...(object !== undefined && { object }) },
  };
}

export function insertDraft(draft: MailDraft, content: string | null): Change {
  return { ...insert(rowOf(draft, content)), contentOwner: { kind: 'draft', organizationId: draft.organizationId } };
}

/** Replaces a draft if no one has changed it since it was read. `draft.version` must be one more than was read. */
export function replaceDraft({ place }: FoundDraft, draft: MailDraft, content: string | null): Change {
  return {
    ...replaceVersion(rowOf(draft, content), RETRY),
    contentOwner: { kind: 'draft', organizationId: draft.organizationId },
    replacedObject: place.object,
  };
}

/** A draft of an agent, unless it has expired. */
export async function findDraft(
  table: Table,
  identityId: string,
  id: string,
  now: number,
): Promise<FoundDraft | undefined> {
  if (!isId('draft', id)) return undefined;
  const row = await getRow(table, decodeDraft, draftKey(identityId, id), { strong: true });
  return row === undefined || isDraftExpired(row, now) ? undefined : foundDraft(row);
}

/** The bodies and the files of a draft, as they were stored; `undefined` for one that has none. */
export async function draftContent(table: Table, { place }: FoundDraft): Promise<string | undefined> {
  const { content, object, ...key } = place;
  return content === undefined && object === undefined ? undefined : readContent(table, { ...key, content, object });
}

/** The drafts of an agent before a time (exclusive), newest first; also some that have expired. */
export function draftsBefore(table: Table, identityId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeDraft, { pk: `${PREFIX.mailDraft}${identityId}`, kind: 'draft' }, before, pageSize);
}

/** Drafts that are due, oldest first. */
export function dueDrafts(table: Table, until: number, limit: number) {
  return dueRows(table, DUE, until, limit);
}

/** The draft that a row of the due index belongs to. */
export function parseDueDraft({ pk, sk }: Key): { identityId: string; draftId: string } {
  return { identityId: pk.slice(PREFIX.mailDraft.length), draftId: sk };
}

/** Defers a draft that is about to be sent. The operation retries if it is no longer due at this time. */
export function updateDraftDueTime(key: Key, seenDueAt: string, until: number): Change {
  return update(
    key,
    { set: { due_at: dueTime(until) } },
    { condition: { expression: '#due_at = :seen', values: { ':seen': seenDueAt } }, onConditionFailed: RETRY },
  );
}
