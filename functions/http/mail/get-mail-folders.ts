import * as routes from '#shared/contract/routes/mail-batches.ts';
import { BoundedRead, LARGE_PAGES } from '#shared/data/bounded-read.ts';
import { type Message, messagesBefore } from '#shared/data/entities/mail/message.ts';
import { MAIL_FOLDERS, type MailFolder } from '#shared/domain/mail/message-fields.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';

/**
 * Counts the unread messages of each folder among the messages that one bounded read finds. There is no counter that
 * ingestion would have to write.
 *
 * See: docs/decisions/0100-labels-and-many-messages.md#unread-counts.
 */
export const getMailFolders = resourceOperation(
  routes.getMailFolders,
  loadIdentity,
  async ({ table }, identity, { query }) => {
    const counts = new Map<MailFolder, number>(MAIL_FOLDERS.map((folder) => [folder, 0]));
    const read = new BoundedRead<Message>(messagesBefore(table, identity.id, query.before, LARGE_PAGES));
    for await (const { folder, isRead } of read) {
      if (!isRead) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const { continueBefore } = read;
    return reply({
      folders: [...counts].map(([folder, unread_count]) => ({ folder, unread_count })),
      continue_before: continueBefore === undefined ? null : timestamp(continueBefore),
    });
  },
);
