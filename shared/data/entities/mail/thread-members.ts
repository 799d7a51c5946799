import { firstIdAt, lastIdAt, MAX_TIME } from '#shared/domain/ids/ids.ts';
import type { TextMarks } from '#shared/domain/safe-reading/text-marks.ts';
import { type Change, insert, update } from '../../change.ts';
import { anyRow, rowDecoder } from '../../decode-row.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX } from '../../table.ts';
import { queryRows, type Row, type Table } from '../../table-client.ts';

/** What names a thread. */
interface OneThread {
  readonly identityId: string;
  readonly id: string;
}

/** A message of a thread. The marks of its text are absent in rows of 0.2.0. */
interface ThreadMember {
  marks?: TextMarks;
}

const decodeThreadMember = rowDecoder<ThreadMember>({ marks: 'object?' });

/**
 * The partition of a thread's messages, one row for each, so that a read of one thread does not read all mail of an
 * identity.
 */
function membersKey(identityId: string, threadId: string): string {
  return `${PREFIX.mailThread}${identityId}#${threadId}`;
}

/** A message joins a thread. */
export function insertThreadMember(
  { identityId, id }: OneThread,
  { messageId, marks }: { messageId: string; marks?: TextMarks },
): Change {
  return insert({ pk: membersKey(identityId, id), sk: messageId, ...(marks !== undefined && { marks }) });
}

/** Replaces the marks of the text of a message, which an edit has changed. */
export function replaceMarks({ identityId, id }: OneThread, messageId: string, marks: TextMarks): Change {
  return update({ pk: membersKey(identityId, id), sk: messageId }, { set: { marks } });
}

/** Longer threads are not compared with quotations, so that a reply costs no more the longer its thread is. */
const MAX_COMPARED = 32;

/**
 * The marks of the texts of a thread; `undefined` if not all are known: of a thread that is too long, or has messages
 * of 0.2.0.
 */
export async function findTextMarks(
  table: Table,
  thread: OneThread & { readonly messageCount: number },
): Promise<TextMarks[] | undefined> {
  if (thread.messageCount > MAX_COMPARED) return undefined;
  const pk = membersKey(thread.identityId, thread.id);
  const range = { pk, from: firstIdAt('message', 0), to: lastIdAt('message', MAX_TIME), limit: MAX_COMPARED };
  const marks: TextMarks[] = [];
  for await (const row of queryRows(table, decodeThreadMember, range)) {
    if (row.marks === undefined) return undefined;
    marks.push(row.marks);
  }
  return marks;
}

/**
 * Ids of a thread's messages before a time (exclusive), newest first. `pageSize`: how many the caller probably needs,
 * so that of a long thread no more are read.
 */
export function threadMembers(
  table: Table,
  identityId: string,
  threadId: string,
  { before, pageSize }: { readonly before?: number | undefined; readonly pageSize: number },
): AsyncGenerator<Row<object>> {
  return newestFirst(table, anyRow, { pk: membersKey(identityId, threadId), kind: 'message' }, before, pageSize);
}
