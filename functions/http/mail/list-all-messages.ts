import * as routes from '#shared/contract/routes/mail-batches.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import { type Message, messagesBefore } from '#shared/data/entities/mail/message.ts';
import { identitiesBefore } from '#shared/data/entities/organization/identity.ts';
import { mergeNewestFirst } from '#shared/data/merge-by-time.ts';
import { collect } from '#shared/data/table-client.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { foundMessages } from './found-messages.ts';
import { messageFilter } from './message-filter.ts';
import { messageRecord } from './message-record.ts';
import { searchedAgents } from './searched-agents.ts';

/** Messages of one agent in its first read. Further reads of an agent are larger: a page may be of few agents. */
const FIRST_PAGE = 8;

/** Messages of one agent in one read. */
const PAGE = 200;

/**
 * The messages of all agents of the organization, newest first. Each agent's mail is a partition, so this merges one
 * query for each. No two messages of an organization have one `created_at`, so pages neither skip nor repeat any.
 */
export const listAllMessages = operation(routes.listAllMessages, async (context, { query }) => {
  const { actor, table } = context;
  const { limit, before, ...filters } = query;
  if (filters.q !== undefined) {
    const identityIds = await searchedAgents(context, 'q');
    const named = { ...filters, q: filters.q, limit, before };
    return foundMessages(context, { organizationId: actor.organization.id, identityIds, query: named });
  }
  const identities = await collect(identitiesBefore(table, actor.organization.id, undefined), Number.POSITIVE_INFINITY);
  const lists = identities.map(({ id }) =>
    messagesBefore(table, id, before, { firstPage: Math.min(limit, FIRST_PAGE), pageSize: PAGE }),
  );
  const read = new BoundedRead<Message>(mergeNewestFirst(lists));
  const messages = await collect(read, limit, messageFilter(filters));
  return replyPage({ messages: messages.map(messageRecord) }, read);
});
