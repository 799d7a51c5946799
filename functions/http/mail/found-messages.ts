import type { z } from 'zod';
import type { allMessagesQuery } from '#shared/contract/schemas/mail-batches.ts';
import { parseQuery } from '#shared/domain/search/parse-query.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { findMail } from '#shared/services/search/search-mail.ts';
import { messageFilter } from './message-filter.ts';
import { messageRecord } from './message-record.ts';

interface Found {
  readonly organizationId: string;
  readonly identityIds: readonly string[];
  /** The query of a list, with its filters. */
  readonly query: z.output<typeof allMessagesQuery> & { readonly q: string };
  /** A conversation, of which the messages have to be. */
  readonly threadId?: string | undefined;
}

/** A page of messages by their texts, in every folder unless one is named: the index finds them, the filters choose. */
export async function foundMessages(
  context: AuthenticatedContext,
  { organizationId, identityIds, query, threadId }: Found,
) {
  const { q, limit, before, ...rest } = query;
  const { expression, filters } = parseQuery(q);
  const passes = messageFilter(rest);
  const { messages, next } = await findMail(context, {
    organizationId,
    identityIds,
    expression,
    since: filters.after,
    until: filters.before,
    folder: query.folder ?? filters.folder,
    inEveryFolder: true,
    hasAttachment: filters.hasAttachment,
    labels: filters.labels,
    withoutLabels: filters.withoutLabels,
    passes: (message) => (threadId === undefined || message.threadId === threadId) && passes(message),
    limit,
    before,
  });
  const continueBefore = messages.length < limit ? (next ?? undefined) : undefined;
  return replyPage({ messages: messages.map(messageRecord) }, { continueBefore });
}
