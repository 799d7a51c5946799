import { findMessages, type Message } from '#shared/data/entities/mail/message.ts';
import { threadMembers } from '#shared/data/entities/mail/thread-members.ts';
import type { Table } from '#shared/data/table-client.ts';

/** Messages of a thread in one read. */
const THREAD_PAGE = 100;

/** The messages of a thread before a time (exclusive), newest first, without reading the agent's other mail. */
export async function* messagesOfThread(
  table: Table,
  identityId: string,
  threadId: string,
  before: number | undefined,
): AsyncGenerator<Message> {
  let page: string[] = [];
  for await (const { sk } of threadMembers(table, identityId, threadId, { before, pageSize: THREAD_PAGE })) {
    page.push(sk);
    if (page.length < THREAD_PAGE) continue;
    yield* await findMessages(table, identityId, page);
    page = [];
  }
  yield* await findMessages(table, identityId, page);
}
