import { identitiesBefore } from '#shared/data/entities/organization/identity.ts';
import { collect } from '#shared/data/table-client.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { searchMail } from '#shared/services/search/search-mail.ts';
import type { FoundPage, SearchedFor } from './found-records.ts';

/** Each agent has an index of its own, so a search of all agents reads as many. */
const MAX_AGENTS = 200;

/** Messages by their people, texts and files: those of an agent, or of all agents. Throws 400 if these are too many. */
export async function searchMails(
  context: AuthenticatedContext,
  { expression, filters, identityId, limit }: SearchedFor,
): Promise<FoundPage> {
  const { before, after, folder, hasAttachment } = filters;
  const { hits, next } = await searchMail(context, {
    organizationId: context.actor.organization.id,
    identityIds: identityId === undefined ? await allAgents(context) : [identityId],
    expression,
    since: after,
    until: before,
    folder,
    hasAttachment,
    limit,
  });
  const records = hits.map(({ messageId, identityId: owner, at, title, snippet, highlights }) => {
    return { kind: 'mail' as const, id: messageId, identityId: owner, createdAt: at, title, snippet, highlights };
  });
  return { records, continueBefore: next ?? undefined };
}

async function allAgents({ table, actor }: AuthenticatedContext): Promise<string[]> {
  const agents = await collect(identitiesBefore(table, actor.organization.id, undefined), MAX_AGENTS + 1);
  if (agents.length > MAX_AGENTS) throw invalid('identity_id', `needed with more than ${MAX_AGENTS} agents`);
  return agents.map(({ id }) => id);
}
