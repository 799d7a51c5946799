import { findThreadByReferences, insertMailReferences } from '#shared/data/entities/mail/mail-reference.ts';
import { type Message, updateMessageThread } from '#shared/data/entities/mail/message.ts';
import { addToThreadByTime, findThread, insertThread, participantsOf } from '#shared/data/entities/mail/thread.ts';
import type { Table } from '#shared/data/table-client.ts';
import { threadingIds } from '#shared/domain/mail/references.ts';
import { reply, write } from '#shared/runtime/pipeline/operation.ts';
import { messageRecord } from './message-record.ts';

/**
 * Moves a blocked mail out of the folder `blocked`. It joins the thread that it would have joined, or starts a new one.
 */
export async function admitToThread(
  table: Table,
  message: Message,
  changes: Pick<Message, 'isRead' | 'folder' | 'updatedAt'>,
) {
  const { id, organizationId, identityId, subject, createdAt } = message;
  const ids = threadingIds(message);
  const found = await findThreadByReferences(table, identityId, ids);
  const thread = found.threadId === undefined ? undefined : await findThread(table, identityId, found.threadId);
  const threadId = thread?.id ?? message.threadId;
  // Its text is not read again, so quotations of the thread are not judged from now on.
  const entry = { messageId: id, people: participantsOf(message), warnings: message.contentWarnings ?? [], joined: [] };
  return write((tx) => {
    tx.put(
      updateMessageThread(message, threadId, changes),
      ...(thread === undefined
        ? insertThread({ id: threadId, organizationId, identityId, subject, createdAt }, entry)
        : addToThreadByTime(thread, entry, createdAt)),
      ...insertMailReferences(identityId, ids, threadId, found.known),
    );
    return reply(messageRecord({ ...message, ...changes, threadId }));
  });
}
