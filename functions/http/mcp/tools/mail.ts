import { getMailReader } from '#shared/services/mail-reader/mail-reader.ts';
import { requireIdentity } from '../caller.ts';
import { nextBefore } from '../pages.ts';
import { attachmentResult } from '../results/attachment.ts';
import { type FullMessage, messageResult } from '../results/message.ts';
import { messagesResult } from '../results/messages.ts';
import { threadResult } from '../results/thread.ts';
import { toolResult } from '../results/tool-result.ts';
import type { ServiceApi } from '../service-api.ts';
import { ServiceError } from '../service-error.ts';
import type { ToolContext, ToolRunners } from '../tool-context.ts';

/** The tools that read and sort email. See: docs/contract/mcp.md#results. */
export const MAIL: ToolRunners<
  'listMessages' | 'searchMessages' | 'getMessage' | 'getThread' | 'getAttachment' | 'updateMessage'
> = {
  listMessages: (context, { unread_only: unread, cursor, ...filter }) =>
    listPage(context, { ...filter, before: cursor, is_read: unread === true ? false : undefined }),

  searchMessages: (context, { query, cursor, ...filter }) => listPage(context, { ...filter, q: query, before: cursor }),

  getMessage: async ({ api, caller }, { message_id: mid, include_quoted: includeQuoted, offset }) => {
    const message = await api.call('getMessage', { params: { id: requireIdentity(caller), mid } });
    return messageResult(includeQuoted ? await withText(message) : message, { offset, includeQuoted });
  },

  getThread: async ({ api, caller }, { thread_id: tid, cursor }) => {
    const params = { id: requireIdentity(caller), tid };
    return threadResult(await api.call('getThread', { params, query: { include: 'text' } }), { cursor });
  },

  getAttachment: async ({ api, caller }, { message_id: mid, attachment_id: aid, offset }) => {
    const params = { id: requireIdentity(caller), mid, aid };
    const link = await api.call('getAttachment', { params });
    return attachmentResult(link, await attachmentText(api, params), { offset });
  },

  updateMessage: async ({ api, caller }, { message_id: mid, ...changes }) => {
    const message = await api.call('updateMessage', { params: { id: requireIdentity(caller), mid }, body: changes });
    return toolResult({ message_id: message.id, is_read: message.is_read, folder: message.folder });
  },
};

/** A message with its whole text, which the API has of an HTML email only as HTML. */
async function withText(message: FullMessage): Promise<FullMessage> {
  const { text, html } = message;
  if (text !== null || html === null) return message;
  return { ...message, text: (await getMailReader().readHtml(html)) ?? null };
}

/** The text of an attachment; `undefined` if it has none. */
async function attachmentText(api: ServiceApi, params: Readonly<Record<string, string>>): Promise<string | undefined> {
  try {
    return (await api.call('getAttachmentText', { params })).text;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'attachment.no_text') return undefined;
    throw error;
  }
}

interface PageQuery {
  readonly limit: number;
  readonly [filter: string]: string | number | boolean | undefined;
}

async function listPage({ api, caller }: ToolContext, query: PageQuery) {
  const received = await api.send('listMessages', { params: { id: requireIdentity(caller) }, query });
  const { messages } = received.body;
  return messagesResult({ messages, nextCursor: nextBefore(received, messages, query.limit) });
}
