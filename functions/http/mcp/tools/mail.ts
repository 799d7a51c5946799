import { getMailReader } from '#shared/services/mail-reader/mail-reader.ts';
import { requireIdentity } from '../caller.ts';
import { type KeptOut, withoutKeptOut } from '../kept-out.ts';
import { nextBefore } from '../pages.ts';
import { attachmentResult, imageResult } from '../results/attachment.ts';
import type { FullMessage, Message } from '../results/mail-record.ts';
import { messageResult } from '../results/message.ts';
import { messagesResult } from '../results/messages.ts';
import { threadResult } from '../results/thread.ts';
import { toolResult } from '../results/tool-result.ts';
import { unlessRefused } from '../service-error.ts';
import { smallImage } from '../small-image.ts';
import type { ToolContext, ToolRunners } from '../tool-context.ts';

/** The tools that read and sort email. See: docs/contract/mcp.md#results. */
export const MAIL: ToolRunners<
  'listMessages' | 'searchMessages' | 'getMessage' | 'getThread' | 'getAttachment' | 'updateMessage'
> = {
  listMessages: (context, { unread_only: unread, cursor, ...filter }) =>
    listPage(context, { ...filter, before: cursor, is_read: unread === true ? false : undefined }),

  searchMessages: (context, { query, cursor, ...filter }) => listPage(context, { ...filter, q: query, before: cursor }),

  getMessage: async ({ api, caller }, { message_id: mid, offset, ...included }) => {
    const message = await api.call('getMessage', { params: { id: requireIdentity(caller), mid } });
    const { include_quoted: includeQuoted, include_hidden: includeHidden, include_links: includeLinks } = included;
    const options = { offset, includeQuoted, includeHidden, includeLinks };
    return messageResult(includeQuoted ? await withText(message) : message, options);
  },

  getThread: async ({ api, caller }, { thread_id: tid, cursor, include_quoted: includeQuoted }) => {
    const params = { id: requireIdentity(caller), tid };
    const thread = await api.call('getThread', { params, query: { include: 'text' } });
    return threadResult(thread, { cursor, includeQuoted });
  },

  getAttachment: async ({ api, caller }, { message_id: mid, attachment_id: aid, offset }) => {
    const params = { id: requireIdentity(caller), mid, aid };
    const link = await api.call('getAttachment', { params });
    const file = await unlessRefused(api.call('getAttachmentText', { params }), 'attachment.no_text');
    const image = file === undefined ? await smallImage(api, link) : undefined;
    return image === undefined ? attachmentResult(link, file?.text, { offset }) : imageResult(link, image);
  },

  updateMessage: async ({ api, caller }, { message_id: mid, ...changes }) => {
    const message = await api.call('updateMessage', { params: { id: requireIdentity(caller), mid }, body: changes });
    return toolResult({ message_id: message.id, is_read: message.is_read, folder: message.folder });
  },
};

/** A message with its whole text, which the API has only as HTML of an HTML email that 0.2.0 received. */
async function withText(message: FullMessage): Promise<FullMessage> {
  const { text, html } = message;
  if (text !== null || html === null) return message;
  return { ...message, text: (await getMailReader().readHtml(html)) ?? null };
}

interface PageQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly [filter: string]: string | number | boolean | undefined;
}

/** How many pages of the list a page of shown messages may need. A mailbox may be full of spam. */
const MAX_PAGES = 5;

/**
 * A page of messages. Without a folder, what is kept from models is left out of it and counted, and further pages of
 * the list fill it.
 */
async function listPage({ api, caller }: ToolContext, { before: from, ...query }: PageQuery) {
  const params = { id: requireIdentity(caller) };
  const messages: Message[] = [];
  const keptOut: KeptOut[] = [];
  let before = from;
  for (let pages = 0; pages === 0 || (pages < MAX_PAGES && before !== undefined); pages += 1) {
    const limit = query.limit - messages.length;
    const received = await api.send('listMessages', { params, query: { ...query, limit, before } });
    const rows = received.body.messages;
    before = nextBefore(received, rows, limit);
    const found = query.folder === undefined ? withoutKeptOut(rows) : { shown: rows, keptOut: [] };
    messages.push(...found.shown);
    keptOut.push(...found.keptOut);
    if (found.keptOut.length === 0) break;
  }
  return messagesResult({ messages, keptOut, nextCursor: before });
}
