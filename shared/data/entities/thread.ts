import { createHash } from 'node:crypto';
import { type Change, insert, update } from '../change.ts';
import { PREFIX } from '../table.ts';
import { getRows, type Key, type Table } from '../table-client.ts';

/** A conversation of one agent. */
export interface Thread {
  id: string;
  organizationId: string;
  identityId: string;
  subject: string;
  createdAt: number;
}

export function threadKey(identityId: string, id: string): Key {
  return { pk: `${PREFIX.mail}${identityId}`, sk: id };
}

export function insertThread(thread: Thread, lastMessageAt: number): Change {
  return insert({ ...threadKey(thread.identityId, thread.id), ...thread, messageCount: 1, lastMessageAt });
}

/** One more message in a thread that is there. */
export function growThread(identityId: string, id: string, lastMessageAt: number): Change {
  return update(threadKey(identityId, id), { add: { messageCount: 1 }, set: { lastMessageAt } });
}

/** Which thread a message of the wide world belongs to, by its RFC 5322 Message-ID, for one agent. */
interface MailReference {
  threadId: string;
}

/** Message-IDs can be long and are anybody's text, so keys hold their digest. */
function referenceKey(identityId: string, rfcMessageId: string): Key {
  return {
    pk: `${PREFIX.mailReference}${identityId}`,
    sk: createHash('sha256').update(rfcMessageId).digest('hex'),
  };
}

/**
 * The thread of the first id that is known, nearest first. Strongly read: two answers that arrive together must
 * meet in one thread.
 */
export async function findThreadByReferences(
  table: Table,
  identityId: string,
  rfcMessageIds: readonly string[],
): Promise<{ threadId: string | undefined; known: ReadonlySet<string> }> {
  const keys = rfcMessageIds.map((id) => referenceKey(identityId, id));
  const rows = await getRows<MailReference>(table, keys, { strong: true });
  const bySortKey = new Map(rows.map((row) => [row.sk, row.threadId]));
  const known = new Set(rfcMessageIds.filter((_, index) => bySortKey.has(keys[index]?.sk ?? '')));
  const first = rfcMessageIds.find((id) => known.has(id));
  return {
    threadId: first === undefined ? undefined : bySortKey.get(referenceKey(identityId, first).sk),
    known,
  };
}

/** Notes the thread of an id that nobody noted before; else what was read is stale. */
export function noteReference(identityId: string, rfcMessageId: string, threadId: string): Change {
  return insert({ ...referenceKey(identityId, rfcMessageId), threadId }, 'rerun');
}
