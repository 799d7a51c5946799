import { type Change, insert, RETRY } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { PREFIX } from '../../table.ts';
import { getRowsTogether, type Key, type RowLookup, type Table } from '../../table-client.ts';

/** Finds the thread of an identity that an email belongs to, by a Message-ID (RFC 5322). */
interface MailReference {
  threadId: string;
}

const decodeMailReference = rowDecoder<MailReference>({ threadId: 'string' });

/** The row of a Message-ID. */
export function referenceKey(identityId: string, rfcMessageId: string): Key {
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
  return threadOfReferences(await getRowsTogether(table, keys, { strong: true }), identityId, rfcMessageIds);
}

/** The thread of the first id that is recorded among rows that contain those of the ids (`referenceKey`). */
export function threadOfReferences(rows: RowLookup, identityId: string, rfcMessageIds: readonly string[]): FoundThread {
  const known = new Set<string>();
  let threadId: string | undefined;
  for (const id of rfcMessageIds) {
    const row = rows(decodeMailReference, referenceKey(identityId, id));
    if (row === undefined) continue;
    known.add(id);
    threadId ??= row.threadId;
  }
  return { threadId, known };
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
