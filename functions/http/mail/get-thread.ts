import * as routes from '#shared/contract/routes/mail.ts';
import { findMessages, type Message } from '#shared/data/entities/mail/message.ts';
import { findThread } from '#shared/data/entities/mail/thread.ts';
import { threadMembers } from '#shared/data/entities/mail/thread-members.ts';
import { collect } from '#shared/data/table-client.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { MAX_PAGE_LIMIT } from '#shared/domain/limits/limits.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { loadIdentity } from '#shared/services/identities/load-identity.ts';
import { linkRecords } from './content-record.ts';
import { withExpiryNote } from './expired-files.ts';
import { messageRecord } from './message-record.ts';
import { threadRecord } from './thread-record.ts';
import { type MessageTexts, threadTexts } from './thread-texts.ts';

export const getThread = resourceOperation(
  routes.getThread,
  loadIdentity,
  async ({ table }, identity, { params, query }) => {
    const thread = await findThread(table, identity.id, params.tid);
    if (thread === undefined) throw notFound();
    const rows = threadMembers(table, identity.id, thread.id, { pageSize: MAX_PAGE_LIMIT });
    const members = await collect(rows, MAX_PAGE_LIMIT);
    const ids = members.map(({ sk }) => sk).reverse();
    const messages = await findMessages(table, identity.id, ids);
    const texts = query.include === 'text' ? await threadTexts(messages) : undefined;
    return reply({
      ...threadRecord(thread),
      messages: messages.map((message) => withTexts(message, texts?.get(message.id))),
    });
  },
);

function withTexts(message: Message, texts: MessageTexts | undefined) {
  const record = messageRecord(message);
  if (texts === undefined) return record;
  const detail = texts.isExpired ? withExpiryNote(record.detail) : record.detail;
  const { text, extractedText, links } = texts;
  return { ...record, detail, text, extracted_text: extractedText, ...(links && { links: linkRecords(links) }) };
}
