import type { Input } from '#shared/contract/route.ts';
import * as routes from '#shared/contract/routes/search.ts';
import type { SearchKind } from '#shared/contract/schemas/search.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import { insufficientScope } from '#shared/domain/issuer/insufficient-scope.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { parseQuery, type QueryFilters } from '#shared/domain/search/parse-query.ts';
import type { Term } from '#shared/domain/search/search-expression.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { type Actor, scopesOf } from '#shared/runtime/pipeline/actor.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { namedIdentity } from '#shared/services/identities/named-identity.ts';
import { type FoundPage, type FoundRecord, mergedPage, type SearchedFor } from './found-records.ts';
import { searchContacts } from './search-contacts.ts';
import { searchEvents } from './search-events.ts';
import { searchMails } from './search-mails.ts';
import { searchTasks } from './search-tasks.ts';

type Query = Input<typeof routes.search>['query'];

const SEARCHES: Readonly<
  Record<SearchKind, (context: AuthenticatedContext, wanted: SearchedFor) => Promise<FoundPage>>
> = {
  mail: searchMails,
  task: searchTasks,
  contact: searchContacts,
  event: searchEvents,
};

/** The scope without which a kind is not found. Events have a scope for each type. */
const SCOPES: Readonly<Partial<Record<SearchKind, Scope>>> = { task: 'tasks', contact: 'contacts' };

/** What is searched unless the caller names a kind. Events have the words of what they are about once more. */
const USUAL_KINDS: readonly SearchKind[] = ['mail', 'task', 'contact'];

/** What only messages have: the parameters, and the filters in a query. */
const OF_MAIL = ['from', 'to', 'folder', 'has_attachment', 'label'] as const;
const TYPED_OF_MAIL = ['folder', 'hasAttachment', 'labels', 'withoutLabels'] as const;

/** See: docs/contract/search.md. */
export const search = operation(routes.search, async (context, { query }) => {
  const { actor } = context;
  const { expression, filters: typed } = parseQuery(query.q);
  const identity = await namedIdentity(routes.search, context, query.identity_id);
  const terms = [...expression.all, ...peopleTerms(query)];
  const filters = narrowed(typed, query);
  const wanted = { expression: { all: terms }, filters, identityId: identity?.id, limit: query.limit };
  const kinds = kindsOf(actor, query, typed);
  const page = mergedPage(await Promise.all(kinds.map((kind) => found(context, kind, wanted, kinds))), query.limit);
  return replyPage({ results: page.records.map(resultRecord) }, page);
});

/**
 * What is found of one kind. In a search of several kinds, only that of messages continues where it ended early: else
 * old messages would wait behind all tasks.
 */
async function found(
  context: AuthenticatedContext,
  kind: SearchKind,
  wanted: SearchedFor,
  kinds: readonly SearchKind[],
) {
  const page = await SEARCHES[kind](context, wanted);
  return kind === 'mail' || kinds.length === 1 ? page : { ...page, continueBefore: undefined };
}

/** `from` and `to` as terms of the query. */
function peopleTerms({ from, to }: Query): Term[] {
  const term = (text: string, field: 'from' | 'to'): Term => ({ text, kind: 'phrase', field, excluded: false });
  return [...(from === undefined ? [] : [term(from, 'from')]), ...(to === undefined ? [] : [term(to, 'to')])];
}

/** Both what the query says and what the parameters say. Of a folder and whether there is a file, the parameters. */
function narrowed(typed: QueryFilters, query: Query): QueryFilters {
  const { before, since, until, folder, has_attachment, label } = query;
  const ends = [typed.before, before, until].filter((time) => time !== undefined);
  const starts = [typed.after, since].filter((time) => time !== undefined);
  return {
    ...typed,
    ...(ends.length > 0 && { before: Math.min(...ends) }),
    ...(starts.length > 0 && { after: Math.max(...starts) }),
    ...(folder !== undefined && { folder }),
    ...(has_attachment !== undefined && { hasAttachment: has_attachment }),
    ...(label !== undefined && { labels: [...(typed.labels ?? []), label] }),
  };
}

/** The kinds to search. Throws 400 for a parameter that the named kind does not have, 403 for a missing scope. */
function kindsOf(actor: Actor, query: Query, typed: QueryFilters): readonly SearchKind[] {
  const { kind } = query;
  const ofMail = OF_MAIL.find((name) => query[name] !== undefined);
  const isOfMail = ofMail !== undefined || TYPED_OF_MAIL.some((name) => typed[name] !== undefined);
  if (kind === undefined) return isOfMail ? ['mail'] : USUAL_KINDS.filter((one) => mayFind(actor, one));
  if (kind !== 'mail' && ofMail !== undefined) throw invalid(ofMail, 'only messages have it, not this kind');
  if (!mayFind(actor, kind)) throw insufficientScope([SCOPES[kind] ?? 'mail.read']);
  return kind !== 'mail' && isOfMail ? [] : [kind];
}

function mayFind(actor: Actor, kind: SearchKind): boolean {
  const needed = SCOPES[kind];
  return needed === undefined || scopesOf(actor)?.includes(needed) !== false;
}

function resultRecord({ kind, id, identityId, createdAt, title, snippet, highlights }: FoundRecord) {
  return {
    kind,
    id,
    identity_id: identityId,
    at: timestamp(createdAt),
    title,
    snippet,
    highlights: [...highlights],
  };
}
