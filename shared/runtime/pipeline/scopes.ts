import { FIELD_SCOPES, type NeededScopes, OPERATION_SCOPES } from '#shared/contract/operation-scopes.ts';
import type { Route } from '#shared/contract/route.ts';
import type { OperationName } from '#shared/contract/table.ts';
import { insufficientScope } from '#shared/domain/issuer/insufficient-scope.ts';
import type { Scope } from '#shared/domain/issuer/scopes.ts';
import { type EventFilter, matcherOf } from '#shared/domain/log/event-filter.ts';
import { SCOPES_WITH_EVENTS, scopeOfEvent } from '#shared/domain/log/event-scopes.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import { type Actor, scopesOf } from './actor.ts';

/**
 * Throws 403 if a credential with these scopes may not call the operation. An operation that is not in the table is
 * refused.
 *
 * See: docs/contract/scopes.md#refusals.
 */
export function requireScopes({ name }: Pick<Route, 'name'>, scopes: readonly Scope[]): void {
  const isKnown = Object.hasOwn(OPERATION_SCOPES, name);
  const needed: NeededScopes = isKnown ? OPERATION_SCOPES[name as OperationName] : undefined;
  if (needed === 'of-events') {
    if (!SCOPES_WITH_EVENTS.some((scope) => scopes.includes(scope))) throw insufficientScope(['events']);
  } else {
    requireAll(needed, scopes);
  }
}

/** Throws 403 if the body sets a field that needs a scope which the credential of the actor does not have. */
export function refuseFieldsBeyondScopes({ name }: Pick<Route, 'name'>, actor: Actor, body: unknown): void {
  const scopes = scopesOf(actor);
  if (scopes === undefined) return;
  for (const [field, needed] of Object.entries(FIELD_SCOPES[name as OperationName] ?? {})) {
    const value = (body as Record<string, unknown> | undefined)?.[field];
    if (value !== undefined && value !== false) requireAll(needed, scopes);
  }
}

type Facts = Parameters<ReturnType<typeof matcherOf>>[0];

/**
 * Returns whether an event matches the filter of a caller and may be shown to it: an agent sees the events of its own,
 * and a credential with scopes those of the types that its scopes show. Throws 403 if the caller asks for a type that
 * they do not, because it would wait for nothing.
 *
 * See: docs/contract/scopes.md#events.
 */
export function visibleEvents(actor: Actor, filter: EventFilter): (event: Facts) => boolean {
  const matches = matcherOf(filter, actor.kind === 'agent' ? actor.identity.id : undefined);
  const scopes = scopesOf(actor);
  if (scopes === undefined) return matches;
  const wanted = filter.type === undefined ? undefined : scopeOfEvent(filter.type);
  if (wanted !== undefined) requireAll([wanted], scopes);
  const isShown = ({ type }: Pick<LoggedEvent, 'type'>) => {
    const scope = scopeOfEvent(type);
    return scope !== undefined && scopes.includes(scope);
  };
  return (event) => isShown(event) && matches(event);
}

function requireAll(needed: readonly Scope[] | undefined, scopes: readonly Scope[]): void {
  if (needed === undefined || !needed.every((scope) => scopes.includes(scope))) throw insufficientScope(needed);
}
