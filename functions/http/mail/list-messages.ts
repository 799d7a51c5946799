import * as routes from '#shared/contract/routes/mail.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { findMessages, type Message, messagesBefore } from '#shared/data/entities/mail/message.ts';
import { threadMembers } from '#shared/data/entities/mail/thread.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { messageMatcher } from '#shared/domain/mail/message-search.ts';
import { resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { messageRecord } from './message-record.ts';

/** Messages of a thread in one read. */
const THREAD_PAGE = 100;

/** Messages in one read where only some of them are returned. */
const FILTERED_PAGE = 200;

export const listMessages = resourceOperation(
  routes.listMessages,
  loadIdentity,
  async ({ table }, identity, { query }) => {
    const { limit: _, before: __, ...filters } = query;
    const isFiltered = Object.values(filters).some((value) => value !== undefined);
    const found = query.q === undefined ? () => true : messageMatcher(query.q);
    const from = query.from?.toLowerCase();
    const candidates =
      query.thread_id === undefined
        ? messagesBefore(table, identity.id, query.before, isFiltered ? FILTERED_PAGE : query.limit)
        : messagesOfThread(table, identity.id, query.thread_id, query.before);
    const read = new BoundedRead(candidates);
    const messages = await collect<Message>(
      read,
      query.limit,
      (message) =>
        (query.direction === undefined || message.direction === query.direction) &&
        (query.folder === undefined || message.folder === query.folder) &&
        (query.is_read === undefined || message.isRead === query.is_read) &&
        found(message) &&
        (from === undefined || message.from.some(({ address }) => address.toLowerCase() === from)),
    );
    return replyPage({ messages: messages.map(messageRecord) }, read);
  },
);

/** The messages of a thread, newest first, without reading the agent's other mail. */
async function* messagesOfThread(
  table: Table,
  identityId: string,
  threadId: string,
  before: number | undefined,
): AsyncGenerator<Message> {
  let page: string[] = [];
  for await (const { sk } of threadMembers(table, identityId, threadId, before)) {
    page.push(sk);
    if (page.length < THREAD_PAGE) continue;
    yield* await findMessages(table, identityId, page);
    page = [];
  }
  yield* await findMessages(table, identityId, page);
}
