import type { NamedResource, ResourceKind, Route } from '#shared/contract/route.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError, notFound } from '#shared/domain/errors/errors.ts';
import { type Actor, mayUse } from './actor.ts';
import { refuseFieldsBeyondScopes } from './scopes.ts';

/** The caller of a request, and where its organization's rows are. */
export interface Caller {
  readonly actor: Actor;
  readonly table: Table;
}

/** Reads a resource of an organization. */
export type FindResource<T> = (table: Table, organizationId: string, id: string) => Promise<T | undefined>;

/**
 * Loads the resource that a request names. Throws 404 if the caller's organization has none of this id, and what the
 * route declares if the resource belongs to another agent. `found` is the resource if it is being read already.
 */
type LoadResource<T> = (route: Route, caller: Caller, id: string, found?: Promise<T | undefined>) => Promise<T>;

/** The loader of a kind of resource, and how it reads one. */
export type ResourceLoader<T> = LoadResource<T> & { readonly find: FindResource<T> };

/**
 * Makes the loader of a kind of resource. `find` reads it in the caller's organization; `ownerOf` returns the id of the
 * agent that it belongs to, or null for the organization as a whole; `ofActor` returns it if authentication has read
 * it.
 *
 * See: docs/contract/authentication.md#permissions.
 */
export function resourceLoader<T>(
  kind: ResourceKind,
  find: FindResource<T>,
  ownerOf: (resource: T) => string | null,
  ofActor: (actor: Actor, id: string) => T | undefined = () => undefined,
): ResourceLoader<T> {
  const load: LoadResource<T> = async (route, { actor, table }, id, found) => {
    const resource = ofActor(actor, id) ?? (await (found ?? find(table, actor.organization.id, id)));
    if (resource === undefined) throw notFound();
    requireResource(route, kind, actor, ownerOf(resource));
    return resource;
  };
  return Object.assign(load, { find });
}

/** Throws what the route declares if a resource with this owner belongs to another agent. */
export function requireResource(route: Route, kind: ResourceKind, actor: Actor, owner: string | null): void {
  if (actor.kind === 'org') return;
  const declared = resourceOf(route, kind);
  if (!mayUseResource(declared, actor, owner)) throw foreign(declared);
}

/** Whether a caller may use a resource of this owner: an agent, or null for the organization. */
export function mayUseResource({ shared }: Pick<NamedResource, 'shared'>, actor: Actor, owner: string | null): boolean {
  return mayUse(actor, { identityId: owner }) || (shared === true && owner === null);
}

/** What a route declares about the resource of a kind that its requests name. */
export function resourceOf({ name, resources }: Route, kind: ResourceKind): NamedResource {
  const declared = resources?.find(({ load }) => load === kind);
  if (declared === undefined) throw new Error(`${name} declares no ${kind}`);
  return declared;
}

/** The error for a resource of another agent. The one of a hidden resource is that of a missing one. */
export function foreign({ load, foreign: status }: NamedResource): AppError {
  const cause = `the ${load} belongs to another agent`;
  return status === 404 ? notFound(cause) : new AppError('auth.forbidden', undefined, { cause });
}

/** Throws 403 if an agent sets a field that only an org key may set, or one that is beyond its credential's scopes. */
export function refuseFields(route: Route, actor: Actor, body: unknown): void {
  if (actor.kind !== 'agent') return;
  const { orgOnly = [] } = route;
  const set = orgOnly.find((field) => (body as Record<string, unknown> | undefined)?.[field] !== undefined);
  if (set !== undefined) throw new AppError('auth.forbidden', `${set} needs an org key.`);
  refuseFieldsBeyondScopes(route, actor, body);
}
