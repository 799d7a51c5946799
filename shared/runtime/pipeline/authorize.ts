import { roleOf } from '#shared/contract/role-of.ts';
import type { Route } from '#shared/contract/route.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { type Actor, requireRole, scopesOf } from './actor.ts';
import { type AnyContext, requireActor } from './context.ts';
import type { HttpRequest } from './http.ts';
import type { Operation } from './operation.ts';
import { requireScopes } from './scopes.ts';

/**
 * Checks whether this kind of key may call the operation, with the role of its person or its scopes if it has any. For
 * a named resource, `ResourceOperation.authorizeResource` also checks the owner once the resource is loaded.
 *
 * See: docs/contract/authentication.md#permissions; docs/contract/authentication.md#suspended-agents.
 */
export function authorize(route: Route, actor: Actor): void {
  if (actor.kind === 'agent' && actor.identity.status === 'suspended' && route.allowSuspended !== true) {
    throw new AppError('identity.suspended');
  }
  if (route.auth === 'org' && actor.kind !== 'org') {
    throw new AppError('auth.forbidden', 'This operation needs an org key.');
  }
  if (route.auth === 'agent' && actor.kind !== 'agent') {
    throw new AppError('auth.forbidden', 'This operation needs an agent key.');
  }
  requireRole(actor, roleOf(route), route);
  const scopes = scopesOf(actor);
  if (scopes !== undefined) requireScopes(route, scopes);
}

/** Throws 403 if the caller may not use the operation at all. Audited operations record the attempt. */
export async function authorizeCaller(
  operation: Operation,
  context: AnyContext,
  { params }: HttpRequest,
): Promise<void> {
  if (context.actor === null) return;
  try {
    authorize(operation.route, context.actor);
  } catch (error) {
    const record = operation.kind === 'plain' ? operation.recordSuspended : undefined;
    if (record !== undefined && error instanceof AppError && error.code === 'identity.suspended') {
      await record(requireActor(context), params);
    }
    throw error;
  }
}
