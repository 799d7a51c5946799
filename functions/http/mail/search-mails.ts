import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { searchMail } from '#shared/services/search/search-mail.ts';
import type { FoundPage, SearchedFor } from './found-records.ts';
import { searchedAgents } from './searched-agents.ts';

/** Messages by their people, texts and files: those of an agent, or of all agents. Throws 400 if these are too many. */
export async function searchMails(
  context: AuthenticatedContext,
  { expression, filters, identityId, limit }: SearchedFor,
): Promise<FoundPage> {
  const { before, after, folder, hasAttachment, labels, withoutLabels } = filters;
  const { hits, next } = await searchMail(context, {
    organizationId: context.actor.organization.id,
    identityIds: identityId === undefined ? await searchedAgents(context, 'identity_id') : [identityId],
    expression,
    since: after,
    until: before,
    folder,
    hasAttachment,
    labels,
    withoutLabels,
    limit,
  });
  const records = hits.map(({ messageId, identityId: owner, at, title, snippet, highlights }) => {
    return { kind: 'mail' as const, id: messageId, identityId: owner, createdAt: at, title, snippet, highlights };
  });
  return { records, continueBefore: next ?? undefined };
}
