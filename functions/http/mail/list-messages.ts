import * as routes from '#shared/contract/routes/mail.ts';
import { BoundedRead, SMALL_PAGES } from '#shared/data/bounded-read.ts';
import { messagesBefore } from '#shared/data/entities/mail/message.ts';
import { collect } from '#shared/data/table-client.ts';
import { resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { foundMessages } from './found-messages.ts';
import { messageFilter } from './message-filter.ts';
import { messageRecord } from './message-record.ts';
import { messagesOfThread } from './thread-messages.ts';

export const listMessages = resourceOperation(
  routes.listMessages,
  loadIdentity,
  async (context, identity, { query }) => {
    const { limit, before, thread_id: threadId, ...filters } = query;
    const { organizationId, id } = identity;
    if (filters.q !== undefined) {
      const named = { ...filters, q: filters.q, limit, before };
      return foundMessages(context, { organizationId, identityIds: [id], query: named, threadId });
    }
    const isFiltered = Object.values(filters).some((value) => value !== undefined);
    const { table } = context;
    const candidates =
      threadId === undefined
        ? messagesBefore(table, id, before, isFiltered ? SMALL_PAGES : limit)
        : messagesOfThread(table, id, threadId, before);
    const read = new BoundedRead(candidates);
    const messages = await collect(read, limit, messageFilter(filters));
    return replyPage({ messages: messages.map(messageRecord) }, read);
  },
);
