import * as routes from '#shared/contract/routes/mail-batches.ts';
import { BoundedRead, SMALL_PAGES } from '#shared/data/bounded-read.ts';
import { type Message, messagesBefore, patchMessage } from '#shared/data/entities/mail/message.ts';
import { collect } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { messagesOfThread } from './thread-messages.ts';

/** Messages in one commit: a transaction has at most 100 items. See: AWS TransactWriteItems. */
const BATCH = 100;

/**
 * Marks the unread messages of a folder or a thread as read, as many as one bounded read finds, and says where the next
 * request continues. A repetition of an interrupted request marks the rest.
 *
 * See: docs/contract/mail.md#changing-messages.
 */
export const markMessagesRead = resourceOperation(
  routes.markMessagesRead,
  loadIdentity,
  async ({ table, now }, identity, { body: { folder, thread_id: threadId, before } }) => {
    const read = new BoundedRead<Message>(
      threadId === undefined
        ? messagesBefore(table, identity.id, before, SMALL_PAGES)
        : messagesOfThread(table, identity.id, threadId, before),
    );
    const isMeant = (message: Message) => !message.isRead && (folder === undefined || message.folder === folder);
    const unread = await collect(read, Number.POSITIVE_INFINITY, isMeant);
    for (let start = 0; start < unread.length; start += BATCH) {
      const batch = unread.slice(start, start + BATCH);
      const changes = batch.map((message) =>
        patchMessage(message, { set: { isRead: true, updatedAt: Math.max(now, message.updatedAt) } }, 'none'),
      );
      await commit(table, { build: (tx) => tx.put(...changes) }, { now: () => now });
    }
    const { continueBefore } = read;
    return reply({
      updated_count: unread.length,
      continue_before: continueBefore === undefined ? null : timestamp(continueBefore),
    });
  },
);
